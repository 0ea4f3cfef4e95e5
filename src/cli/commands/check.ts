import { basename } from 'node:path';
import { check as checkFiles } from '../../../codemods/index.js';
import type { Checked } from '../../../codemods/index.js';
import type { BaselineUpdate } from '../../../codemods/gate.js';
import type { Result } from '../../migration/finding.js';
import { escapeControls } from '../../reporters/escape.js';
import { takeShard } from '../../campaign/shard.js';
import { toDocument } from '../../reporters/document.js';
import { counted, describeSummary } from '../../reporters/summary.js';
import type { GateArguments, SharedArguments } from '../arguments.js';
import { optimizeLate } from '../optimize-late.js';
import { toExitCode } from '../outcome.js';
import { openFileReports, parseFormat, printProblems, printReport, refuseEmpty, writeFileReports } from '../output.js';
import { Progress } from '../progress.js';
import { toGateOptions } from '../selection.js';
import { chooseShard } from '../shard.js';
import { terminal } from '../terminal.js';

/** Reports what is to do. */
export async function check(args: GateArguments & SharedArguments): Promise<number> {
  optimizeLate();
  const format = parseFormat(args.format ?? 'text');
  const fileReports = openFileReports(args.report);
  const shard = chooseShard(args);
  const checked = await look(args);
  const { result: whole, text } = checked;
  if (!args.allowEmpty) refuseEmpty(whole, args.paths);
  const result = shard === null ? whole : takeShard(whole, shard);
  const document = {
    ...toDocument({ result, text, done: null }),
    ...(shard && { shard: { ...shard, project: basename(process.cwd()) } }),
  };
  await writeFileReports(fileReports, document);
  process.exitCode = toExitCode(result, args.failOn, args.maxWarnings);
  await printReport(document, format);
  if (format !== 'text') printProblems(document);
  if (format !== 'text' && !args.quiet) terminal.people(`${describeSummary(document.summary)}\n`);
  if (!args.quiet) tellGate(checked, args);
  return toExitCode(result, args.failOn, args.maxWarnings);
}

/** What is in no report: what is not shown, and what became of the baseline and of the cache. */
function tellGate({ result, since, update, notKept }: Checked, { baseline = '', cacheLocation }: GateArguments): void {
  if (notKept !== undefined) terminal.people(`Nothing is kept in ${escapeControls(cacheLocation)}: ${notKept}.\n`);
  if (since !== undefined && result.outside !== undefined && result.outside > 0)
    terminal.people(`${describeOutside(since, result.outside)}\n`);
  if (update !== undefined) terminal.people(`${describeUpdate(update, baseline, result)}\n`);
}

function describeOutside(since: string, count: number): string {
  const what = count === 1 ? '1 open finding or request stands' : `${String(count)} open findings or requests stand`;
  return `${what} outside of what changed since ${escapeControls(since)}, and ${count === 1 ? 'is' : 'are'} not reported.`;
}

async function look(args: GateArguments & SharedArguments): Promise<Checked> {
  const progress = new Progress(process.stderr, args.quiet);
  try {
    return await checkFiles('.', { ...toGateOptions(args), watch: progress.watch });
  } finally {
    progress.clear();
  }
}

function describeUpdate({ entries, added, removed }: BaselineUpdate, file: string, { errors }: Result): string {
  const count = entries === 1 ? '1 entry' : `${String(entries)} entries`;
  const done = `The baseline ${escapeControls(file)} holds ${count}: ${String(added)} added, ${String(removed)} taken out.`;
  return errors.length === 0
    ? done
    : `${done} Nothing is taken out as long as ${counted(errors.length, 'file')} cannot be looked at.`;
}
