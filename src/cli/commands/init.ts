import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { check as checkFiles } from '../../../codemods/index.js';
import { describeFailure } from '../../files/failure.js';
import { findConfiguration } from '../../files/load-configuration.js';
import { readText } from '../../files/read.js';
import { writeTogether } from '../../files/write.js';
import { planInit } from '../../init/plan.js';
import type { Plan, Repository } from '../../init/plan.js';
import type { Advice, Files, Present, Step, Write } from '../../init/step.js';
import { reportDiff, showDiff } from '../../reporters/diff.js';
import { escapeControls } from '../../reporters/escape.js';
import type { InitArguments } from '../arguments.js';
import { confirm, isAttended } from '../ask.js';
import { isForEyes, toPaint } from '../colors.js';
import { exitCodes } from '../exit-codes.js';
import type { ExitCode } from '../exit-codes.js';
import { findHosts, readOriginHost } from '../hosts.js';
import { terminal } from '../terminal.js';

/** Shows what would set v4ward up in the working directory, and writes it if it may. No file is overwritten. */
export async function init({ yes }: InitArguments): Promise<ExitCode> {
  const plan = planInit(await lookAt(resolve('.')));
  const writes = plan.steps.filter((step): step is Write => step.kind === 'write');
  show(plan.steps, writes);
  if (writes.length === 0) return finish(plan, 'Nothing to write.');
  if (!yes && !isAttended()) return finish(null, 'Nothing was written. `v4ward init --yes` writes what is shown.');
  if (!yes && !(await confirm(`Write ${listFiles(writes)}?`))) return finish(null, 'Nothing was written.');
  const failures = writes.flatMap(write);
  for (const failure of failures) terminal.people(`v4ward: ${escapeControls(failure)}\n`);
  if (failures.length > 0) return exitCodes.incomplete;
  return finish(plan, `Written: ${listFiles(writes)}.`);
}

function listFiles(writes: readonly Write[]): string {
  return writes.map(({ file }) => file).join(', ');
}

async function lookAt(root: string): Promise<Repository> {
  const files = openFiles(root);
  const configuration = findConfiguration(root);
  const names = files.list('.');
  const isOnGitlab = names.includes('.gitlab-ci.yml') && !names.includes('.github');
  const hosts = findHosts(await checkFiles(root), isOnGitlab ? readOriginHost(root) : null);
  return { files, hosts, configuration: configuration === null ? null : relative(root, configuration) };
}

function openFiles(root: string): Files {
  return {
    read(file) {
      const read = readText(resolve(root, file));
      return 'text' in read ? read.text : null;
    },
    list(folder) {
      try {
        return readdirSync(resolve(root, folder)).sort();
      } catch {
        return [];
      }
    },
  };
}

/** What would be written is data, a diff; what is said about it is for people. */
function show(steps: readonly Step[], writes: readonly Write[]): void {
  const present = steps.filter((step): step is Present => step.kind === 'present');
  for (const { about } of present) terminal.people(`${about}\n`);
  const texts = new Map(writes.map(({ file, before, after }) => [file, { before: before ?? '', after }]));
  terminal.data(isForEyes(process.stdout) ? showDiff(texts, toPaint(process.stdout)) : reportDiff(texts));
  for (const { file, about } of writes) terminal.people(`${file}: ${about}.\n`);
  const advice = steps.filter((step): step is Advice => step.kind === 'advice');
  for (const each of advice) terminal.people(describeAdvice(each));
}

function describeAdvice({ about, because, snippet }: Advice): string {
  const lines = (snippet ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`.trimEnd());
  return `\nFor you to do: ${about}. It is left to you, since ${because}.\n\n${lines.join('\n')}\n\n`;
}

/** Why the file was left as it is; nothing if it was written. */
function write({ file, before, after }: Write): string[] {
  const [root, path] = [resolve('.'), resolve(file)];
  const failures =
    before === null ? create(path, after) : writeTogether([{ root, path, before, after }]).map(toMessage);
  return failures.map((message) => `${file} ${message}.`);
}

function toMessage({ message }: { readonly message: string }): string {
  return message;
}

function create(path: string, text: string): string[] {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
    return [];
  } catch (error) {
    return [`cannot be written: ${describeFailure(error)}`];
  }
}

/** @param plan null if nothing is in place yet */
function finish(plan: Plan | null, said: string): ExitCode {
  terminal.people(`${said}\n`);
  if (plan === null) return exitCodes.fine;
  const next = [...(plan.install === null ? [] : [plan.install]), plan.check];
  terminal.people(`Next: ${next.map((line) => `\`${line}\``).join(', then ')}.\n`);
  return exitCodes.fine;
}
