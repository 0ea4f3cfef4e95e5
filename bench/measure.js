import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';

/**
 * What a run of a program costs.
 *
 * @typedef {object} Cost
 * @property {number} wall milliseconds
 * @property {number} cpu milliseconds of all its processes, of user and system
 *
 * @typedef {object} Command
 * @property {string} file
 * @property {readonly string[]} args
 * @property {string} directory that it runs in
 */

/** How often a running program's memory is looked at, in milliseconds. */
const interval = 2;

/**
 * The shell's own `time` counts the processes that a program starts and waits for, which Node does not tell of its children.
 *
 * @param {Command} command
 * @returns {Promise<Cost>}
 */
export async function time({ file, args, directory }) {
  const script = 'TIMEFORMAT="%3R %3U %3S"; time "$@" >/dev/null 2>&1';
  const child = spawn('bash', ['-c', script, 'bash', file, ...args], {
    cwd: directory,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [output, [code]] = await Promise.all([child.stderr.setEncoding('utf8').toArray(), once(child, 'exit')]);
  const [wall, user, system] = output.join('').trim().split(' ').map(Number);
  if (code > 1 || system === undefined)
    throw new Error(`${file} ${args.join(' ')} ended with ${code}\n${output.join('')}`);
  return { wall: wall * 1000, cpu: (user + system) * 1000 };
}

/** Whether peaks of memory can be read here: where the kernel tells of processes under /proc. */
export const tellsMemory = existsSync('/proc/self/status');

/**
 * The most memory that a program held, with its processes; it slows the program a little, so it is a run of its own.
 *
 * @param {Command} command
 * @returns {Promise<number | null>} bytes; null where no one tells, and of what was too short
 */
export async function findPeak({ file, args, directory }) {
  if (!tellsMemory) return null;
  const child = spawn(file, args, { cwd: directory, stdio: 'ignore' });
  const ended = once(child, 'exit');
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, readMemory(child.pid));
  }, interval);
  await ended;
  clearInterval(timer);
  return peak === 0 ? null : peak;
}

/** The peaks of a process and of those that it has started, in bytes; 0 of one that is gone. */
function readMemory(pid) {
  try {
    const [, kibibytes = '0'] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return Number(kibibytes) * 1024 + children.reduce((sum, each) => sum + readMemory(each), 0);
  } catch {
    return 0;
  }
}
