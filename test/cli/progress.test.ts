import { describe, expect, it } from 'vitest';
import { Progress } from '../../src/cli/progress.js';
import { makeDirectory } from '../directory.js';
import { runProgram } from './program.js';
import { noTerminal, openTerminal } from './pseudo-terminal.js';

const erase = '\r\u001B[K';

/** What a bar writes if it is told these at these times, in milliseconds, and cleared. */
function write(times: readonly number[], isTTY = true, quiet = false, environment: NodeJS.ProcessEnv = {}): string {
  const written: string[] = [];
  const output = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
  const time = { now: 0 };
  const progress = new Progress(output, quiet, environment, () => time.now);
  for (const [index, now] of times.entries()) {
    time.now = now;
    progress.watch('read', index, times.length);
  }
  progress.clear();
  return written.join('');
}

describe('Progress', () => {
  it('comes when it takes long, moves now and then, and goes', () => {
    expect(write([100, 700, 701, 900])).toBe(
      `\rReading [######..................] 1/4\u001B[K\rReading [##################......] 3/4\u001B[K${erase}`,
    );
  });

  it('is not there for what is quick', () => {
    expect(write([10, 100, 590])).toBe('');
  });

  it.each([
    ['there is no terminal', false, false, {}],
    ['nobody wants words', true, true, {}],
    ['a job of CI has a terminal', true, false, { CI: 'true' }],
    ['the terminal is dumb', true, false, { TERM: 'dumb' }],
  ])('is not there if %s', (_, isTTY, quiet, environment) => {
    expect(write([700, 900], isTTY, quiet, environment)).toBe('');
  });
});

const call = "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\n";
const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${String(index)}.js`, call]));

/** The program takes it that it began a minute ago, so that the bar comes however fast the machine is. */
const late = `--import "data:text/javascript,${encodeURIComponent(
  'const now = performance.now.bind(performance); performance.now = () => now() + 60_000;',
)}"`;

describe.skipIf(noTerminal !== null)(`the bar on a terminal${noTerminal ?? ''}`, () => {
  it.each([['check'], ['migrate']])('of %s is gone before the report', async (command) => {
    const session = openTerminal(makeDirectory(many), [command], { NODE_OPTIONS: late });
    await session.ended;
    const screen = session.screen();
    expect(screen).toMatch(/\r(?:Reading|Analysing) \[#*\.*\] \d+\/300\u001B\[K/);
    const bar = screen.lastIndexOf('/300\u001B[K');
    expect(screen.slice(bar + '/300\u001B[K'.length)).toMatch(/^\r\u001B\[K(?!.*Analysing)/s);
  });

  it('is not in a job of CI', async () => {
    const session = openTerminal(makeDirectory(many), ['check'], { NODE_OPTIONS: late, CI: 'true' });
    await session.ended;
    expect(session.screen()).not.toContain('Analysing');
  });
});

describe('the bar in a pipe', () => {
  it('is not there', () => {
    const { stderr, stdout } = runProgram(makeDirectory(many), ['check'], '', { NODE_OPTIONS: late });
    expect(stdout + stderr).not.toMatch(/Reading|Analysing/);
  });
});
