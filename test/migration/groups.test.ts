import { describe, expect, it } from 'vitest';
import { groupFiles, joinGroups } from '../../src/migration/groups.js';

const imports: Readonly<Record<string, readonly string[]>> = {
  'a.js': ['base.js', 'not-there.js'],
  'b.js': ['base.js'],
  'base.js': [],
  'lone.js': ['lone.js'],
  'x.js': ['y.js'],
  'y.js': ['x.js'],
};

describe('groupFiles', () => {
  const groups = groupFiles(Object.keys(imports), (file) => imports[file] ?? []);

  it('puts files together that share an import, and those that import each other', () => {
    expect(groups.get('b.js')).toEqual(['a.js', 'b.js', 'base.js']);
    expect(groups.get('x.js')).toEqual(['x.js', 'y.js']);
    expect(groups.get('lone.js')).toEqual(['lone.js']);
  });

  it('gives all of a group the same list', () => {
    expect(groups.get('a.js')).toBe(groups.get('base.js'));
  });

  it('joins the groups that hold some files, and leaves the others', () => {
    const joined = joinGroups(groups, ['a.js', 'lone.js']);
    expect(joined.get('base.js')).toEqual(['a.js', 'b.js', 'base.js', 'lone.js']);
    expect(joined.get('lone.js')).toBe(joined.get('base.js'));
    expect(joined.get('y.js')).toEqual(['x.js', 'y.js']);
  });

  it('knows nothing of other files', () => {
    expect(groups.has('not-there.js')).toBe(false);
  });
});
