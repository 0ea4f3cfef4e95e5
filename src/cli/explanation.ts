import { ruleDescriptions } from '../catalogue/change.js';
import type { Certainty, Change, RuleName } from '../catalogue/change.js';
import { pageOf, pageOfRule } from '../catalogue/page.js';
import { toColumns, toSection, wrap } from './layout.js';
import type { Line } from './layout.js';

const fixes: Readonly<Record<Certainty, string>> = {
  safe: 'fixed by `v4ward migrate --write` and `eslint --fix`, where everything about the request is in sight',
  suggestion: 'offered as a suggestion, since it rests on an assumption: `v4ward migrate --write --suggestions`',
  manual: 'reported only: a person must decide',
};

/** All that a row says, for a person. */
export function describeRow(row: Change, width: number): string {
  const { id, release, rule, certainty, says, because, source, message, example } = row;
  const lines: Line[] = [
    ['Before', example.before],
    ['After', describeAfter(example)],
    ...namesOf(row).map((pair, index): Line => [index === 0 ? 'Names' : '', describeNames(pair)]),
    ['To do', message],
    ['Source', source],
    ['Found', `by \`v4ward check --only ${id}\`, and by the ESLint rule v4ward/${rule}`],
    ['Fixed', `at most ${certainty}: ${fixes[certainty]}`],
    ['Settled', `where it is right as it is, by a comment: v4ward-ignore ${id} -- <reason>`],
    ['Page', pageOf(row)],
  ];
  return toText([
    `${id} (GitLab ${release})`,
    `${wrap(toSentence(says), width)}\n${wrap(because, width)}`,
    toColumns(lines, width, 0).join('\n'),
  ]);
}

function describeAfter({ before, after }: Change['example']): string {
  if (after === null) return 'nothing: v4 has no such request';
  return before === after ? 'the same request, with another answer or meaning' : after;
}

/** What v3 calls something, and what v4 does: parameters and fields, each pair once. */
function namesOf({ renamed = {}, revalued = {}, removed = [], answers = [] }: Change): Line[] {
  const pairs = [
    ...Object.entries(renamed),
    ...Object.entries(revalued).map(([name, { name: next }]) => [name, next] as const),
    ...removed.map((name) => [name, null] as const),
    ...answers.flatMap(({ fields = {} }) => Object.entries(fields)),
  ];
  return [...new Map(pairs.map(([before, after]) => [before, after ?? 'nothing']))];
}

function describeNames([before, after]: Line): string {
  return before === after ? `${before}, with other values` : `${before} → ${after}`;
}

function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What a rule finds, for a person. */
export function describeRule(rule: RuleName, rows: readonly Change[], width: number): string {
  const changes = rows.map(({ id, says }): Line => [id, says]);
  return toText([
    `v4ward/${rule}`,
    wrap(`${ruleDescriptions[rule]}.`, width),
    ...(changes.length === 0 ? [] : [toSection('Changes', changes, width)]),
    `${wrap(`\`v4ward check --only ${rule}\` reports them alone; \`v4ward explain <change>\` tells about one.`, width)}\n${pageOfRule(rule)}`,
  ]);
}

function toText(sections: readonly string[]): string {
  return `${sections.join('\n\n')}\n`;
}
