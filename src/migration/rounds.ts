import type { Configuration } from '../configuration/configuration.js';
import type { Place } from '../http/text.js';
import { applyEdits } from './edits/apply.js';
import { listRemarks } from './comments/acknowledge.js';
import { carryOpen, countCarried, mergeOpen, moveFindings } from './carry.js';
import { chooseFindings, explainHeld, isRefusedOfBase } from './choose.js';
import type { Choice, Labels, Untouchable } from './choose.js';
import { examineParts, ordinary } from './parts.js';
import type { LargeProject } from './parts.js';
import type { Edit, FileError, Finding, Notice, ReportedFinding, Result } from './finding.js';
import { identify } from './fingerprint.js';
import { addToLedger, countAs } from './ledger.js';
import { toOrigin } from './edits/origin.js';
import { toPosition } from './position.js';
import { renameNothing } from './edits/rename-field.js';
import type { RenameField } from './edits/rename-field.js';
import { planTodos } from './comments/todo.js';

/** A project whose files can be thought to hold other texts. */
export interface EditableProject extends LargeProject {
  /** A file's text; null if it can't be read. */
  readonly text: (file: string) => string | null;
  /** Whether a file can be parsed; no tree of it is kept. */
  readonly isParsable: (file: string) => boolean;
  /** The same project, where these files hold these texts. */
  withTexts(texts: ReadonlyMap<string, string>): EditableProject;
}

/** What renames the fields of types of a project as its files are now. */
export type Renames = (project: EditableProject) => RenameField;

export interface Rewritten {
  readonly before: string;
  readonly after: string;
}

/** What fixing a project comes to. Nothing has been written. */
export interface Migration {
  readonly before: Result;
  /** What is still open once the fixes are made; `fixed` of its ledger tells which they were. Found out when it is asked for. */
  readonly after: Result;
  /** The files that are left as they are, since they would not parse with their fixes. */
  readonly broken: readonly FileError[];
  readonly applied: readonly Finding[];
  /** The same, one step after another. */
  readonly steps: readonly Step[];
  /** Where a fix was refused whose base had fixes in an earlier step, in the files as they are. */
  readonly late: readonly Place[];
  /** The files whose text changes, sorted. */
  readonly texts: ReadonlyMap<string, Rewritten>;
}

/** Fixes that are made at once. */
export interface Step {
  readonly fixes: readonly Fix[];
  /** The text that they are made in. */
  readonly text: (file: string) => string | null;
}

export interface Fix {
  readonly finding: Finding;
  /** Where it stands in the files as they are. */
  readonly origin: Place;
}

/** A fix may bring others within reach. It takes a fault to need more rounds than this. */
const mostRounds = 10;

/** How far a migration is looked into. */
export interface Effort {
  /** Only what is fixed is asked for, and not what is open then: the project is not examined again if no other fix may come within reach. */
  readonly isPreview: boolean;
}

interface State {
  readonly project: EditableProject;
  readonly steps: readonly Step[];
  /** Whether the last step may have brought other fixes within reach. */
  readonly mayGoOn: boolean;
  readonly late: readonly Place[];
  /** The edits of each step, and of comments that were put in or taken out before. */
  readonly history: readonly (readonly Edit[])[];
  /** Open findings that the source does not show any more. */
  readonly carried: readonly ReportedFinding[];
  readonly untouchable: Untouchable;
  /** Those of them that would not parse with their fixes. */
  readonly broken: readonly string[];
}

/** Fixes what can be fixed, in memory, until nothing more can. */
export function migrateProject(
  project: EditableProject,
  configuration: Configuration,
  given: Choice,
  untouchable: Untouchable = new Map(),
  renames: Renames = () => renameNothing,
  { isPreview }: Effort = { isPreview: false },
): Migration {
  const before = examineParts(project, configuration, renames(project));
  const choice = withoutBasesOf(before, given);
  const look = (at: EditableProject): Result => examineParts(at, configuration, renames(at));
  let state = withoutSettled(toState(project, untouchable), before, choice);
  let open = state.history.length === 0 ? before : look(state.project);
  for (let round = 0; round < mostRounds; round += 1) {
    const next = runRound(state, open, choice);
    const isLast = next.steps.length === state.steps.length;
    state = next;
    if (isLast) break;
    if (isPreview && !choice.todo && !state.mayGoOn) return toMigration(project, before, look, state, choice);
    open = look(state.project);
  }
  const commented = choice.todo ? withTodos(state, open, choice) : state;
  const [looked, known] = [state.project, open];
  return toMigration(project, before, (at) => (at === looked ? known : look(at)), commented, choice);
}

function toState(project: EditableProject, untouchable: Untouchable): State {
  return { project, steps: [], mayGoOn: true, late: [], history: [], carried: [], untouchable, broken: [] };
}

/** Comments go in when nothing else changes any more. */
function withTodos(state: State, open: Result, choice: Choice): State {
  const manual = mergeOpen(open.findings, state.carried).filter(
    (one) => one.certainty === 'manual' && choice.isSelected(one),
  );
  const remarks = listRemarks(state.project, []);
  return withComments(state, planTodos(state.project, manual, settledIn(open, choice), remarks));
}

/** Comments that are settled go before anything is fixed: once a base says v4, nobody can tell of all that they are. */
function withoutSettled(state: State, open: Result, choice: Choice): State {
  const settled = choice.todo ? settledIn(open, choice) : [];
  return withComments(state, planTodos(state.project, [], settled, []));
}

function settledIn({ notices }: Result, { isSelected }: Choice): Notice[] {
  return notices.filter(({ kind, change }) => kind === 'resolved-todo' && isSelected({ change: change ?? '' }));
}

/** Puts comments in and takes them out, but for files that would not parse then. */
function withComments(state: State, planned: readonly Edit[]): State {
  const groups = [...groupByFile(planned)].filter(([file]) => !state.untouchable.has(file));
  const texts = new Map(
    groups.map(([file, edits]): [string, string] => [file, applyEdits(state.project.text(file) ?? '', edits)]),
  );
  if (texts.size === 0) return state;
  const project = state.project.withTexts(texts);
  const broken = findBroken(project, [...texts.keys()]);
  if (broken.length > 0) return withComments(withBroken(state, broken), planned);
  const made = groups.flatMap(([, edits]) => edits);
  return {
    ...state,
    project,
    history: [...state.history, made],
    carried: moveFindings(state.carried, made),
  };
}

/** Those of some files that cannot be parsed. Trees are made if they can stay until they are looked at: no more than those of a part. */
function findBroken(project: EditableProject, files: readonly string[]): string[] {
  if (files.length > ordinary.files) return files.filter((file) => !project.isParsable(file));
  return files.filter((file) => project.parse(file) === null);
}

/** Applies what can be applied now. Whatever breaks a file is taken back, and the rest tried again without it. */
function runRound(before: State, open: Result, given: Choice): State {
  const choice = inStep(given, before);
  const state = { ...before, late: [...before.late, ...findLate(before, open, choice)] };
  const { findings: chosen, isAll } = chooseFindings(open.findings, choice, toLabels(state.project), state.untouchable);
  if (chosen.length === 0) return state;
  const texts = applyFindings(state.project, chosen);
  const project = state.project.withTexts(texts);
  const broken = findBroken(project, [...texts.keys()]);
  if (broken.length > 0) return runRound(withBroken(before, broken), open, given);
  return {
    ...state,
    project,
    steps: [...state.steps, toStep(state, chosen)],
    mayGoOn: !isAll,
    history: [...state.history, chosen.flatMap(({ edits }) => edits)],
    carried: carryOpen(open.findings, chosen, state.carried),
  };
}

/** What is refused is known by where it stood before anything was fixed. */
function inStep(choice: Choice, { history }: State): Choice {
  const { isRefused } = choice;
  if (isRefused === undefined) return choice;
  return { ...choice, isRefused: (finding) => isRefused({ ...finding, place: toOrigin(finding.place, history) }) };
}

/**
 * Without their versions: a base that something holds back at first waits to the end, since fixes may make one forget what
 * that was, the path that a test expects.
 */
function withoutBasesOf(before: Result, choice: Choice): Choice {
  if (!choice.partial) return choice;
  const toKey = ({ place: { file, start }, change }: Finding): string => `${file}:${String(start)} ${change}`;
  const held = before.findings.filter(({ rule, heldBy }) => rule === 'no-v3-prefix' && heldBy.length > 0);
  const keys = new Set(held.map(toKey));
  return {
    ...choice,
    isRefused: (finding) => keys.has(toKey(finding)) || choice.isRefused?.(finding) === true,
  };
}

function findLate({ steps, history }: State, { findings }: Result, choice: Choice): Place[] {
  if (steps.length === 0 || choice.partial) return [];
  return findings.filter((one) => isRefusedOfBase(one, choice)).map(({ place }) => toOrigin(place, history));
}

function toStep({ project, history }: State, chosen: readonly Finding[]): Step {
  const fixes = chosen.map((finding) => ({ finding, origin: toOrigin(finding.place, history) }));
  return { fixes, text: project.text };
}

function toApplied({ steps }: State): Finding[] {
  return steps.flatMap(({ fixes }) => fixes.map(({ finding }) => finding));
}

function withBroken(state: State, files: readonly string[]): State {
  const causes = files.map((file): [string, string] => [file, 'does not parse with its fixes']);
  return { ...state, broken: [...state.broken, ...files], untouchable: new Map([...state.untouchable, ...causes]) };
}

function toLabels(project: EditableProject): Labels {
  return ({ place, change }) =>
    `${place.file}:${String(toPosition(project.text(place.file) ?? '', place.start).line)} ${change}`;
}

function applyFindings(project: EditableProject, findings: readonly Finding[]): Map<string, string> {
  const edits = groupByFile(findings.flatMap((finding) => finding.edits));
  return new Map(
    [...edits].map(([file, list]): [string, string] => [file, applyEdits(project.text(file) ?? '', list)]),
  );
}

function groupByFile(edits: readonly Edit[]): Map<string, Edit[]> {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) {
    const own = groups.get(edit.file) ?? [];
    groups.set(edit.file, own);
    own.push(edit);
  }
  return groups;
}

function toMigration(
  start: EditableProject,
  before: Result,
  look: (at: EditableProject) => Result,
  state: State,
  choice: Choice,
): Migration {
  const broken = state.broken.map(toError);
  let after: Result | null = null;
  return {
    before: { ...before, findings: explainHeld(before.findings, choice, toLabels(start), state.untouchable) },
    get after(): Result {
      after ??= toAfter(look(state.project), broken, state, choice, state.project === start);
      return after;
    },
    broken,
    applied: toApplied(state),
    steps: state.steps,
    late: state.late,
    texts: compareTexts(start, state),
  };
}

function toAfter(
  open: Result,
  broken: readonly FileError[],
  state: State,
  given: Choice,
  isUnchanged: boolean,
): Result {
  const merged = mergeOpen(open.findings, state.carried);
  const choice = isUnchanged ? given : inStep(given, state);
  const findings = explainHeld(merged, choice, toLabels(state.project), state.untouchable);
  const shown = new Set(open.findings);
  const carried = merged.filter((finding) => !shown.has(finding));
  return {
    ...open,
    ...identify({ ...open, findings }, ({ symbol }) => symbol),
    ledger: addToLedger(countCarried(open.ledger, carried), countAs(toApplied(state), 'fixed')),
    errors: [...open.errors, ...broken],
  };
}

function toError(file: string): FileError {
  return {
    file,
    message: 'was left as it is: with its fixes it could not be parsed. This is a fault of v4ward; please report it',
  };
}

function compareTexts(start: EditableProject, { project, history }: State): Map<string, Rewritten> {
  const files = new Set(history.flat().map(({ file }) => file));
  return new Map(
    [...files].sort().flatMap((file): [string, Rewritten][] => {
      const before = start.text(file) ?? '';
      const after = project.text(file) ?? '';
      return before === after ? [] : [[file, { before, after }]];
    }),
  );
}
