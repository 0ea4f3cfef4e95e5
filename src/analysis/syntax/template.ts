import type { Variable } from '@typescript-eslint/scope-manager';
import type { Place } from '../../http/text.js';
import { listBlocks } from './blocks.js';
import { hasMarkup, isPage } from './script-blocks.js';
import { ancestorsOf, nameOfKey, sourceOf } from './tree.js';
import type { Tree } from './tree.js';

/** What stands in the template of a component, or the markup of a page, where code or an attribute's value may stand. Sentences and comments are none. */
export interface TemplatePart {
  readonly place: Place;
  readonly text: string;
  /** The pieces of the text that are code. */
  readonly code: readonly string[];
}

const otherEngines = /\{%|<%|\{\{[-#/>^!]|\{\{\s*(?:range|end|if|else|with|template|include)\b/;

/** Whether a page is for another engine than those of components: Jinja, Liquid, Go, Handlebars, EJS. */
export function isOfOtherEngine(text: string): boolean {
  return otherEngines.test(text);
}

const parts = new WeakMap<Tree, readonly TemplatePart[]>();

/** The parts of a template, in source order. Empty for a file without one. */
export function templateParts(tree: Tree): readonly TemplatePart[] {
  const known = parts.get(tree);
  if (known !== undefined) return known;
  const found = hasMarkup(tree.file) ? findParts(tree) : [];
  parts.set(tree, found);
  return found;
}

const inTexts = new WeakMap<Tree, readonly TemplatePart[]>();

/** The parts of templates that a script holds as texts. */
export function partsInTexts(tree: Tree): readonly TemplatePart[] {
  const known = inTexts.get(tree);
  if (known !== undefined) return known;
  const found = templateTexts(tree).flatMap((text) =>
    toParts(tree.file, sourceOf(tree, text), text.range[0], findMustaches),
  );
  inTexts.set(tree, found);
  return found;
}

/** Templates that a script holds as texts, of components of Angular and Vue and of directives: `template: '<a [href]="base">'`. */
export function templateTexts(tree: Tree): Tree['texts'] {
  return tree.texts.filter((text) => {
    if (!sourceOf(tree, text).includes('<')) return false;
    const property = [...ancestorsOf(tree, text)].find(
      ({ type }) => !/^(?:BinaryExpression|TemplateLiteral)$/.test(type),
    );
    return property?.type === 'Property' && nameOfKey(property.key, property.computed) === 'template';
  });
}

/** A text without its comments, scripts and styles, each as long as it was. */
function toMarkup(text: string): string {
  let markup = '';
  for (const { start, end } of listBlocks(text).filter(({ closed }) => closed))
    markup += text.slice(markup.length, start) + ' '.repeat(end - start);
  return markup + text.slice(markup.length);
}

/** A comment of a template, as the parsers of scripts give theirs. */
export interface TemplateComment {
  readonly value: string;
  readonly range: readonly [number, number];
}

/** The comments between the blocks of a component, in source order. Empty for a file without a template. */
export function templateComments(file: string, text: string): TemplateComment[] {
  if (!hasMarkup(file)) return [];
  return listBlocks(text).flatMap(({ kind, start, end, content }): TemplateComment[] =>
    kind === 'comment' ? [{ value: text.slice(content.start, content.end), range: [start, end] }] : [],
  );
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function findParts({ file, text }: Tree): TemplatePart[] {
  return toParts(file, toMarkup(text), 0, isPage(file) ? findMustaches : findBraces);
}

/** @param at where the markup begins in the file */
function toParts(file: string, markup: string, at: number, findCode: (markup: string) => Range[]): TemplatePart[] {
  const braces = findCode(markup);
  const attributes = findAttributes(markup).filter((each) => !braces.some((outer) => isWithin(each, outer)));
  const sole = braces.filter((each) => !attributes.some((outer) => isWithin(each, outer)));
  return [
    ...attributes.map(({ start, end, isCode }) => {
      const inner = braces.filter((each) => isWithin(each, { start, end }));
      return { start, end, code: isCode ? [{ start, end }] : inner };
    }),
    ...sole.map((each) => ({ start: each.start, end: endOfWord(markup, each.end), code: [each] })),
  ]
    .sort((one, other) => one.start - other.start)
    .map(({ start, end, code }) => ({
      place: { file, start: at + start, end: at + end },
      text: markup.slice(start, end),
      code: code.map((each) => markup.slice(each.start, each.end)),
    }));
}

function isWithin(inner: Range, outer: Range): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** `{…}` of Svelte, `{{ … }}` of Vue, outermost. One that is never closed goes on to the end. */
function findBraces(markup: string): Range[] {
  const ranges: Range[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: brace, index } of markup.matchAll(/[{}]/g)) {
    if (brace === '{' && depth === 0) start = index;
    depth = Math.max(0, depth + (brace === '{' ? 1 : -1));
    if (brace === '}' && depth === 0 && start >= 0) ranges.push({ start, end: index + 1 });
    if (depth === 0) start = -1;
  }
  return depth > 0 ? [...ranges, { start, end: markup.length }] : ranges;
}

/** `{{ … }}` alone: in a page a brace is a character of a text like any other. */
function findMustaches(markup: string): Range[] {
  return Array.from(markup.matchAll(/\{\{[^{}]*\}\}/g), ({ index, 0: all }) => ({
    start: index,
    end: index + all.length,
  }));
}

/** `{root}/projects` is one text. */
function endOfWord(markup: string, end: number): number {
  return end + (/^[^\s<>"'={}]*/.exec(markup.slice(end))?.[0].length ?? 0);
}

/** No name is as long as those that a page without an end may seem to have. */
const attribute = /(?<=[\s"'(,])([:@#*\w.[\]()-]{1,200})\s*=\s*("[^"]*"|'[^']*'|[^\s"'`{}<>=]+)/g;

/** What Vue and Svelte, Angular and AngularJS evaluate: directives, bindings, and what is to be done at an event. */
const evaluated = /^(?:[:@#*[(]|v-|on[a-z]|(?:data-|x-)?ng-|bind-)/;

/** Attributes that Vue has no value of: `:root` stands for `:root="root"`, as `bind:root` does in Svelte. */
const shorthand = /(?<=\s)(?::|v-bind:|bind:)(\w+)(?=[\s/>])/g;

/** The values of attributes; some of them are code. */
function findAttributes(markup: string): (Range & { readonly isCode: boolean })[] {
  const valued = [...markup.matchAll(attribute)].map(({ index, 0: all, 1: name = '', 2: value = '' }) => ({
    start: index + all.length - value.length,
    end: index + all.length,
    isCode: evaluated.test(name),
  }));
  const short = [...markup.matchAll(shorthand)].map(({ index, 0: all, 1: name = '' }) => ({
    start: index + all.length - name.length,
    end: index + all.length,
    isCode: true,
  }));
  return [...valued, ...short];
}

/** What a template gives a component under a name, by a path: `:project="each"`, `[project]="chosen"`, `project={current}`. */
export interface TemplateGift {
  readonly name: string;
  readonly path: string;
}

const bound = /^(?::|v-bind:|bind-|bind:)([\w-]+)$|^\[\(?([\w-]+)\)?\]$/;
const path = /^[A-Za-z_$][\w$]*(?:\.\w+|\[\d+\])*$/;
const braced = /(?<=\s)(?:(?:bind:)?([A-Za-z]\w*)=)?\{\s*([\w$.]+)\s*\}(?=[\s/>])/g;

/** What the templates of a file give to components, as far as a path names it. */
export function templateGifts(tree: Tree): readonly TemplateGift[] {
  const texts = templateTexts(tree).map((text) => giftsIn(sourceOf(tree, text), true));
  return [...(hasMarkup(tree.file) ? giftsIn(toMarkup(tree.text), isPage(tree.file)) : []), ...texts.flat()];
}

/** @param bare whether a component may be given what a plain attribute names, as AngularJS has it */
function giftsIn(markup: string, bare: boolean): TemplateGift[] {
  const attributes = [...markup.matchAll(attribute)].flatMap(({ index, 1: name = '', 2: value = '' }) => {
    const [, plain, bracketed] = bound.exec(name) ?? [];
    const given =
      plain ?? bracketed ?? (bare && /^[a-z][\w-]*$/.test(name) && isComponent(markup, index) ? name : null);
    return given === null ? [] : [{ name: toCamelCase(given), path: value.replace(/^["']\s*|\s*["']$/g, '') }];
  });
  const inBraces = [...markup.matchAll(braced)].map(({ 1: name, 2: value = '' }) => ({
    name: name ?? value,
    path: value,
  }));
  return [...attributes, ...inBraces].filter((gift) => path.test(gift.path));
}

/** Whether an attribute is one of an element that the page does not have by itself: `<project-card project="each">`. */
function isComponent(markup: string, at: number): boolean {
  return /^<\w+-/.test(markup.slice(markup.lastIndexOf('<', at), at));
}

function toCamelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const words = /(?<![\w$.])[A-Za-z_$][\w$]*/g;

/** The names in a part's code; a store's value (`$store` in Svelte) names the store. Members are none. */
export function namesOfPart({ code }: TemplatePart): readonly string[] {
  return [...new Set(code.flatMap((each) => each.match(words) ?? []).map((name) => name.replace(/^\$(?=\w)/, '')))];
}

/** Whether a part is a name and nothing else. */
export function isName({ text }: TemplatePart, name: string): boolean {
  return text.replace(/^[\s"'{]+|[\s"'}]+$/g, '') === name;
}

const boundNames = /(?<=[\s"'(,])(?:bind:[\w-]+|v-model[\w.:-]*)\s*=\s*(?:["']\s*)?(?:\{\s*)?([A-Za-z_$][\w$]*)/g;
const boundShort = /(?<=\s)bind:(\w+)(?=[\s/>])/g;
const assigned =
  /(?<![\w$.])([A-Za-z_$][\w$]*)(?:\.[\w$]+|\[[^\]]*\])*\s*(?:(?:[-+*/%&|^]|\*\*|\|\||&&|\?\?|<<|>>>?)?=(?![=>])|\+\+|--)/g;

const written = new WeakMap<Tree, ReadonlySet<string>>();

/**
 * Whether a variable of a Svelte component is a property, which those who use the component set: `export let path`.
 *
 * @see https://svelte.dev/docs/svelte/legacy-export-let
 */
export function isProp(tree: Tree, { defs }: Variable): boolean {
  if (!tree.file.endsWith('.svelte')) return false;
  return defs.some(({ node }) => {
    const declaration = tree.parents.get(node);
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind === 'const') return false;
    return tree.parents.get(declaration)?.type === 'ExportNamedDeclaration';
  });
}

/** Whether a component's template writes to a variable of its script, or into what the variable holds. */
export function isWrittenInTemplate(tree: Tree, { name, scope }: Variable): boolean {
  if (templateParts(tree).length === 0 || (scope.upper !== null && scope.upper.upper !== null)) return false;
  const names = written.get(tree) ?? findWritten(tree);
  written.set(tree, names);
  return names.has(name);
}

function findWritten(tree: Tree): ReadonlySet<string> {
  const markup = toMarkup(tree.text);
  const code = templateParts(tree).flatMap((part) => part.code);
  const names = [
    ...[boundNames, boundShort].flatMap((pattern) => [...markup.matchAll(pattern)]),
    ...code.flatMap((each) => [...each.matchAll(assigned)]),
  ];
  return new Set(names.map(([, name = '']) => name.replace(/^\$(?=\w)/, '')));
}
