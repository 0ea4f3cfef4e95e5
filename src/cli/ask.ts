import { createInterface } from 'node:readline/promises';

/** Whether somebody is there to answer. */
export function isAttended(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks for a yes; anything else, and an end of the input, is a no. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => {
    lines.once('close', () => {
      resolve('');
    });
  });
  const answer = await Promise.race([lines.question(`${question} [y/N] `), ended]);
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
