import { applyEdits } from '../migration/edits/apply.js';
import type { Edit, Finding } from '../migration/finding.js';
import { toPosition } from '../migration/position.js';
import type { Question } from '../migration/review.js';
import type { Rewritten } from '../migration/rounds.js';
import { showDiff } from './diff.js';
import { escapeControls } from './escape.js';
import type { Paint } from './paint.js';
import { counted } from './summary.js';

/** What a person needs to see to decide: place, what it is about, the code, the diff, and what hangs on it. */
export function showQuestion(question: Question, paint: Paint): string {
  const { fixes, text } = question;
  const [subject, ...others] = fixes.map(({ finding }) => finding);
  if (subject === undefined) return '';
  return [
    showFinding(subject, text, paint),
    ...showFrame(subject, text, paint),
    ...others.map((finding) => `With it: ${showFinding(finding, text, paint)}`),
    showDiff(toTexts(question), paint).trimEnd(),
    ...describeBase(question),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** `src/api.js:3`, where the version of a base stands. */
export function describePlace({ base, text }: Question): string {
  if (base?.place == null) return 'its base';
  const { file, start } = base.place;
  return `the base at ${escapeControls(file)}:${String(toPosition(text(file) ?? '', start).line)}`;
}

type Texts = Question['text'];

function showFinding({ place, certainty, says, change }: Finding, text: Texts, paint: Paint): string {
  const { line, column } = toPosition(text(place.file) ?? '', place.start);
  const address = `${escapeControls(place.file)}:${String(line)}:${String(column)}`;
  return `${paint('bold', address)}  ${paint(certainty === 'safe' ? 'green' : 'yellow', certainty)}  ${escapeControls(`${says} (${change})`)}`;
}

/** Code of longer lines was not written for people. */
const longest = 160;

/** The line that it stands in, with a mark under the place. */
function showFrame({ place }: Finding, text: Texts, paint: Paint): string[] {
  const all = text(place.file) ?? '';
  const { line, column } = toPosition(all, place.start);
  const from = place.start - column + 1;
  const [code = ''] = all.slice(from).split(/[\r\n\u2028\u2029]/, 1);
  if (code.length > longest) return [];
  const length = Math.max(1, Math.min(place.end, from + code.length) - place.start);
  const number = String(line);
  const mark = `${toWidthOf(code.slice(0, column - 1))}${'^'.repeat(length)}`;
  return [
    `  ${paint('dim', `${number} |`)} ${escapeControls(code.replaceAll('\t', ' '))}`,
    `  ${paint('dim', `${' '.repeat(number.length)} |`)} ${paint('yellow', mark)}`,
  ];
}

/** Spaces as wide as what a text is shown as. */
function toWidthOf(text: string): string {
  return ' '.repeat(escapeControls(text.replaceAll('\t', ' ')).length);
}

function toTexts({ fixes, text }: Question): Map<string, Rewritten> {
  const edits = fixes.flatMap(({ finding }) => finding.edits);
  const files = [...new Set(edits.map(({ file }) => file))].sort();
  return new Map(files.map((file) => [file, rewrite(file, edits, text)]));
}

function rewrite(file: string, edits: readonly Edit[], text: Texts): Rewritten {
  const before = text(file) ?? '';
  const own = edits.filter((edit) => edit.file === file);
  return { before, after: applyEdits(before, own) };
}

function describeBase(question: Question): string[] {
  const { base } = question;
  if (base === null || base.questions === 1) return [];
  const all = `One of ${counted(base.questions, 'fix')} of ${describePlace(question)}`;
  return [base.waits ? `${all}: without it, none of them is made.` : `${all}.`];
}
