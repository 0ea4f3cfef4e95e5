import { migrate as migrateFiles } from '../../../codemods/index.js';
import type { Migrated } from '../../../codemods/index.js';
import { checkBranchName } from '../../campaign/branch-name.js';
import { commitBranch } from '../../campaign/branch.js';
import { BranchError, openCheckout } from '../../campaign/checkout.js';
import type { Checkout } from '../../campaign/checkout.js';
import { toMessage } from '../../campaign/message.js';
import { checkPushable, pushBranch } from '../../campaign/push.js';
import { toDocument } from '../../reporters/document.js';
import type { DocumentBranch, ReportDocument } from '../../reporters/document.js';
import { describeBranch } from '../../reporters/repositories.js';
import { describeSummary } from '../../reporters/summary.js';
import type { BranchArguments } from '../arguments.js';
import { toExitCode } from '../outcome.js';
import { openFileReports, parseFormat, printProblems, printReport, refuseEmpty, writeFileReports } from '../output.js';
import { toCheckOptions } from '../selection.js';
import { StopSignals } from '../stop-signals.js';
import { terminal } from '../terminal.js';

/** Puts the fixes on a branch of their own, and reports what is still open there. The checkout stays as it is. */
export async function migrateOntoBranch(args: BranchArguments): Promise<number> {
  const format = parseFormat(args.format ?? 'text');
  const fileReports = openFileReports(args.report);
  const stop = new StopSignals();
  stop.listen();
  try {
    const document = await perform(args, stop.signal);
    await writeFileReports(fileReports, document);
    process.exitCode = toExitCode(document, args.failOn);
    await printReport(document, format);
    if (format !== 'text') printProblems(document);
    if (format !== 'text' && !args.quiet) terminal.people(`${describe(document)}\n`);
    return toExitCode(document, args.failOn);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    terminal.people('v4ward: stopped. The branch was not made, or is there as a whole; nothing else is changed.\n');
    return stop.exitCode;
  } finally {
    stop.release();
  }
}

function describe({ branch, summary }: ReportDocument): string {
  return [...(branch === undefined ? [] : [describeBranch(branch)]), describeSummary(summary)].join(' ');
}

/** What keeps a branch from being made is found out before the work is done. */
async function perform(args: BranchArguments, signal: AbortSignal): Promise<ReportDocument> {
  await checkBranchName(args.branch, '.');
  const checkout = await openCheckout('.', signal);
  if (args.push) await checkPushable(checkout, args.remote, signal);
  const { suggestions, partial, todo } = args;
  const migrated = await migrateFiles('.', { ...toCheckOptions(args), suggestions, partial, todo, write: false });
  if (!args.allowEmpty) refuseEmpty(migrated.before.result, args.paths);
  signal.throwIfAborted();
  const { texts, fixed, after } = migrated;
  const done = { fixed, filesChanged: texts.size };
  if (texts.size === 0) return { ...toDocument({ ...after, done }), branch: toUnneeded(args.branch) };
  const branch = await commitBranch(checkout, toPlan(args, migrated), signal);
  const { push, error } = await pushIfAsked(checkout, branch, args, signal);
  const errors = error === null ? after.result.errors : [...after.result.errors, { file: '.', message: error }];
  const document = toDocument({ ...after, result: { ...after.result, errors }, done });
  const { name, commit, created } = branch;
  if (created) return { ...document, branch: { name, state: 'created', commit, push } };
  return { ...withoutFixed(document), branch: { name, state: 'present', commit, push } };
}

/** What an earlier run fixed is not counted as this one's. */
function withoutFixed(document: ReportDocument): ReportDocument {
  const ledger = Object.entries(document.ledger).map(([change, entry]) => [change, { ...entry, fixed: 0 }] as const);
  return {
    ...document,
    summary: { ...document.summary, fixed: 0, filesChanged: 0 },
    ledger: Object.fromEntries(ledger),
  };
}

function toUnneeded(name: string): DocumentBranch {
  return { name, state: 'unneeded', commit: null, push: null };
}

function toPlan(args: BranchArguments, { texts, after: { result } }: Migrated): Parameters<typeof commitBranch>[1] {
  const fixed = [...result.ledger].flatMap(([change, entry]): [string, number][] =>
    entry.fixed > 0 ? [[change, entry.fixed]] : [],
  );
  const open = result.findings.length + result.unresolved.length;
  const message = toMessage(args.message, fixed, open);
  return { name: args.branch, message, rewrites: texts, verify: !args.noVerify };
}

interface PushOutcome {
  readonly push: DocumentBranch['push'];
  /** Why it was not pushed; null if it was, or was not to be. */
  readonly error: string | null;
}

/** The branch is there, whatever becomes of the push: a second run pushes it. */
async function pushIfAsked(
  checkout: Checkout,
  branch: { readonly name: string; readonly created: boolean },
  { push, remote, message }: BranchArguments,
  signal: AbortSignal,
): Promise<PushOutcome> {
  if (!push) return { push: null, error: null };
  try {
    return { push: await pushBranch(checkout, branch, { remote, title: message }, signal), error: null };
  } catch (error) {
    if (error instanceof BranchError && !signal.aborted) return { push: null, error: error.message };
    throw error;
  }
}
