import { describe, expect, it } from 'vitest';
import { chooseFindings, explainHeld } from '../../src/migration/choose.js';
import type { Choice, Chosen } from '../../src/migration/choose.js';
import type { Finding } from '../../src/migration/finding.js';
import { makeEdit, makeFinding } from './sample.js';

const safeOnly: Choice = { suggestions: false, partial: false, todo: false, isSelected: () => true };
const toLabel = ({ change }: Finding): string => change;

function toCauses(files: readonly string[]): Map<string, string> {
  return new Map(files.map((file) => [file, 'not writable']));
}

/** What holds each finding, by its change. */
function explain(
  findings: readonly Finding[],
  choice: Partial<Choice>,
  untouchable: readonly string[] = [],
): Record<string, readonly string[]> {
  const explained = explainHeld(findings, { ...safeOnly, ...choice }, toLabel, toCauses(untouchable));
  return Object.fromEntries(explained.map(({ change, heldBy }) => [change, heldBy]));
}

function choose(
  findings: readonly Finding[],
  choice: Partial<Choice> = {},
  untouchable: readonly string[] = [],
): string[] {
  return chooseAll(findings, choice, untouchable).findings.map(({ change }) => change);
}

function chooseAll(
  findings: readonly Finding[],
  choice: Partial<Choice> = {},
  untouchable: readonly string[] = [],
): Chosen {
  return chooseFindings(findings, { ...safeOnly, ...choice }, toLabel, toCauses(untouchable));
}

const parameter = makeFinding({ change: 'parameter', transaction: 'one', edits: [makeEdit(10, 11, 'x')] });
const prefix = makeFinding({
  change: 'prefix',
  rule: 'no-v3-prefix',
  transaction: 'one',
  edits: [makeEdit(0, 1, '4')],
});
const suggestion = makeFinding({
  change: 'suggestion',
  rule: 'no-global-id',
  transaction: 'one',
  certainty: 'suggestion',
  edits: [makeEdit(20, 21, 'iid')],
});
const manual = makeFinding({ change: 'manual', rule: 'no-v3-endpoint', certainty: 'manual', edits: [] });

describe('chooseFindings', () => {
  it('takes safe fixes and the prefix together', () => {
    expect(choose([prefix, parameter])).toEqual(['prefix', 'parameter']);
  });

  it('leaves manual ones, and suggestions unless they are asked for', () => {
    expect(choose([parameter, suggestion, manual])).toEqual(['parameter']);
    expect(choose([parameter, suggestion, manual], { suggestions: true })).toEqual(['parameter', 'suggestion']);
  });

  it('leaves what is held', () => {
    const held = [{ ...parameter, heldBy: ['manual'] }, { ...prefix, heldBy: ['manual'] }, manual];
    expect(choose(held)).toEqual([]);
  });

  it('takes what is held if asked to, though not the prefix', () => {
    const held = [{ ...parameter, heldBy: ['manual'] }, { ...prefix, heldBy: ['manual'] }, manual];
    expect(choose(held, { partial: true })).toEqual(['parameter']);
  });

  it('takes suggestions that hold each other, and what they hold, together', () => {
    const other = { ...suggestion, change: 'other', edits: [makeEdit(30, 31, 'iid')], heldBy: ['suggestion', 'other'] };
    const held = [
      { ...prefix, heldBy: ['suggestion', 'other'] },
      { ...parameter, heldBy: ['other'] },
      { ...suggestion, heldBy: ['other'] },
      other,
    ];
    expect(choose(held)).toEqual([]);
    expect(choose(held, { suggestions: true })).toEqual(['prefix', 'parameter', 'suggestion', 'other']);
  });

  it('leaves what a suggestion holds if something else holds the suggestion', () => {
    const held = [
      { ...prefix, heldBy: ['suggestion', 'manual'] },
      { ...parameter, heldBy: ['suggestion'] },
      { ...suggestion, heldBy: ['manual'] },
      manual,
    ];
    expect(choose(held, { suggestions: true })).toEqual([]);
  });

  it('does not take a finding for the one that looks like it and stays', () => {
    const twin = { ...manual, change: 'suggestion' };
    expect(choose([{ ...parameter, heldBy: ['suggestion'] }, suggestion, twin], { suggestions: true })).toEqual([
      'suggestion',
    ]);
  });

  it('keeps the prefix where a fix of its base is left for one that looks like what holds it', () => {
    const twin = { ...manual, change: 'suggestion' };
    expect(choose([prefix, { ...parameter, heldBy: ['suggestion'] }, suggestion, twin], { suggestions: true })).toEqual(
      ['suggestion'],
    );
  });

  it('keeps the prefix for the next round if a fix has to wait for it', () => {
    const collision = { ...parameter, change: 'collision', edits: [makeEdit(10, 12, 'y')] };
    expect(choose([prefix, parameter, collision])).toEqual(['parameter']);
  });

  it('says whether other fixes may be within reach once these are made', () => {
    const collision = { ...parameter, change: 'collision', edits: [makeEdit(10, 12, 'y')] };
    expect(chooseAll([prefix, parameter, manual]).isAll).toBe(true);
    // What holds a fix may be settled by another one: a path beside a base, once that speaks v4, is behind no other base.
    expect(chooseAll([prefix, { ...parameter, heldBy: ['manual'] }, manual]).isAll).toBe(false);
    expect(chooseAll([prefix, parameter, collision]).isAll).toBe(false);
    expect(chooseAll([prefix, parameter], { partial: true }).isAll).toBe(false);
  });

  it('takes findings that share an edit', () => {
    expect(choose([parameter, { ...parameter, change: 'same' }])).toEqual(['parameter', 'same']);
  });

  it('keeps the prefix if what must come before it is not asked for', () => {
    expect(choose([prefix, parameter], { isSelected: ({ change }) => change === 'prefix' })).toEqual([]);
  });

  const elsewhere = { ...parameter, change: 'elsewhere', edits: [makeEdit(0, 1, 'x', 'b.js')] };
  const otherPrefix = { ...prefix, change: 'other prefix', transaction: 'two', edits: [makeEdit(40, 41, '4')] };

  it('leaves all of a base if one of its fixes is in a file that cannot be written, and no other base', () => {
    expect(choose([prefix, parameter, elsewhere, otherPrefix], {}, ['b.js'])).toEqual(['other prefix']);
  });

  it('takes what can be written of it in parts if asked to, though not the prefix', () => {
    expect(choose([prefix, parameter, elsewhere], { partial: true }, ['b.js'])).toEqual(['parameter']);
  });

  it('names the file', () => {
    expect(explain([prefix, parameter, elsewhere, otherPrefix], {}, ['b.js'])).toEqual({
      prefix: ['b.js (not writable)'],
      parameter: ['b.js (not writable)'],
      elsewhere: ['b.js (not writable)'],
      'other prefix': [],
    });
  });

  it('keeps the prefix of no other base than that whose changes are not asked for, and names them', () => {
    const isSelected = ({ change }: Pick<Finding, 'change'>): boolean => change !== 'parameter';
    expect(choose([prefix, parameter, otherPrefix], { isSelected })).toEqual(['other prefix']);
    expect(explain([prefix, parameter, otherPrefix], { isSelected })).toEqual({
      prefix: ['parameter (not asked for)'],
      parameter: [],
      'other prefix': [],
    });
  });
});
