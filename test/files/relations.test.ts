import { describe, expect, it } from 'vitest';
import { findRelations, findTypes } from '../../src/files/relations.js';

describe('findTypes', () => {
  it.each<[text: string, extended: readonly string[], implemented: readonly string[]]>([
    ['class A extends B {}', ['B'], []],
    ['export default class extends api.Base<Of<T>> implements C<T>, forge.D {', ['Base'], ['C', 'D']],
    ['const A = class A<T extends { id: number }> {};', [], []],
    ['class A\n  extends mixin(B, C)\n{', ['mixin'], []],
    ['class Failure extends Error {}', [], []],
    [' * The class extends from another {@link Page}.', [], []],
    ['// class A extends B {', [], []],
    ['const words = "class extends implements"; function of() {', [], []],
  ])('%s', (text, extended, implemented) => {
    expect(findTypes(text)).toMatchObject({ extended, implemented });
  });

  it('tells the abstract classes', () => {
    expect(findTypes('export abstract class A<T> { }\nclass B { }').abstract).toEqual(['A']);
  });
});

describe('findRelations', () => {
  it.each<[file: string, text: string, offered: readonly string[], bases: readonly string[]]>([
    ['a.js', 'class Api { }\nVue.prototype.forge = x;\nGroup.prototype.get = y;', ['Api', 'forge', 'Vue', 'Group'], []],
    ['a.js', 'Any.prototype.$api = x; window.Forge = z; window.fetch = z;', ['$api', 'Any', 'Forge'], []],
    ['a.js', 'class t { }\nwindow.e = t; window.default = t;', [], []],
    ['a.js', "const FORGE = 'https://gitlab.com/api/v3';", [], ['FORGE']],
    ['a.yml', 'class: Api {}\nFORGE: https://gitlab.com/api/v3', [], ['FORGE']],
    ['a.ts', 'class Api<T extends { id: number }> extends Base { }', ['Api'], []],
    ['a.md', 'class Api { }\nFORGE=https://gitlab.com/api/v3', [], []],
  ])('%s: %s', (file, text, offered, bases) => {
    expect(findRelations(file, text)).toMatchObject({ offered, bases });
  });
});
