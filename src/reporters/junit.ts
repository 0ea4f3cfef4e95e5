/**
 * JUnit's XML, for what reads test results: GitLab (https://docs.gitlab.com/ci/testing/unit_test_reports/), Jenkins,
 * Azure. A file is a suite, a finding a test that fails. GitLab takes tests of one suite and name for one, and compares
 * them from run to run: names are unique, and hold no line numbers.
 */
import type { DocumentFinding, DocumentUnresolved, ReportDocument } from './document.js';
import { escapeControls } from './escape.js';
import { nameHolders } from './pieces.js';
import { describeSummary } from './summary.js';
import { createNamer } from './unique.js';

interface Test {
  readonly file: string;
  readonly name: string;
  /** Null if it passes. */
  readonly outcome: {
    readonly element: 'failure' | 'error' | 'skipped';
    readonly type: string;
    readonly message: string;
    readonly text: string;
  } | null;
}

export function reportJUnit(document: ReportDocument): string {
  const tests = toTests(document);
  const all = tests.length > 0 ? tests : [{ file: 'v4ward', name: describeSummary(document.summary), outcome: null }];
  const suites = groupByFile(all).map(printSuite);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="v4ward"${toCounts(all)}>`,
    ...suites.flat(),
    '</testsuites>',
    '',
  ].join('\n');
}

function groupByFile(tests: readonly Test[]): Test[][] {
  const groups = new Map<string, Test[]>();
  for (const test of tests) {
    const group = groups.get(test.file) ?? [];
    group.push(test);
    groups.set(test.file, group);
  }
  return [...groups.values()].sort(([one], [other]) => ((one?.file ?? '') < (other?.file ?? '') ? -1 : 1));
}

/** What may be another service's, and what nobody could tell, is skipped: it neither fails nor passes. */
function toTests({ findings, unresolved, possible, errors }: ReportDocument): Test[] {
  return [
    ...errors.map(({ file, message }) => toErrorTest(file, message)),
    ...findings.map((finding) => toTest(finding, 'failure')),
    ...unresolved.map(toUnresolvedTest),
    ...possible.map((finding) => toTest(finding, 'skipped')),
  ];
}

function toTest(finding: DocumentFinding, element: 'failure' | 'skipped'): Test {
  const { file, change, certainty, says, request, symbol } = finding;
  const name = [change, request ?? '', symbol === null ? '' : `in ${symbol}`].filter((word) => word !== '').join(' ');
  return { file, name, outcome: { element, type: certainty, message: says, text: describe(finding) } };
}

function describe({ file, line, column, says, request, replacement, heldBy = [], page }: DocumentFinding): string {
  return [
    `${file}:${String(line)}:${String(column)}`,
    says,
    ...(request === null ? [] : [`v3: ${request}`]),
    ...(replacement === null ? [] : [`v4: ${replacement}`]),
    ...(heldBy.length === 0 ? [] : [`Held back by ${nameHolders(heldBy)}`]),
    page,
  ]
    .map(escapeControls)
    .join('\n');
}

function toUnresolvedTest({ file, line, column, reason, symbol }: DocumentUnresolved): Test {
  const text = escapeControls(`${file}:${String(line)}:${String(column)}`);
  const name = symbol === null ? 'unresolved' : `unresolved in ${symbol}`;
  return {
    file,
    name,
    outcome: { element: 'skipped', type: 'unresolved', message: `Could not tell: ${reason}`, text },
  };
}

function toErrorTest(file: string, message: string): Test {
  return {
    file,
    name: 'is looked at',
    outcome: { element: 'error', type: 'error', message, text: escapeControls(message) },
  };
}

function printSuite(tests: readonly Test[]): string[] {
  const toUnique = createNamer();
  const name = tests[0]?.file ?? '';
  return [
    `  <testsuite name=${quote(name)}${toCounts(tests)}>`,
    ...tests.flatMap((test) => printTest(test, toUnique(test.name))),
    '  </testsuite>',
  ];
}

function printTest({ file, outcome }: Test, name: string): string[] {
  const attributes = `classname=${quote(file)} name=${quote(name)} file=${quote(file)}`;
  if (outcome === null) return [`    <testcase ${attributes}/>`];
  const { element, type, message, text } = outcome;
  return [
    `    <testcase ${attributes}>`,
    `      <${element} type=${quote(type)} message=${quote(message)}>${escapeXml(text)}</${element}>`,
    '    </testcase>',
  ];
}

function toCounts(tests: readonly Test[]): string {
  const count = (wanted: string): string => String(tests.filter(({ outcome }) => outcome?.element === wanted).length);
  return ` tests="${String(tests.length)}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

function quote(text: string): string {
  return `"${escapeXml(escapeControls(text))}"`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML 1.0 has no character for (https://www.w3.org/TR/xml/#charsets) is left out. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
