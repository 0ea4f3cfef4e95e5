import { isUtf8 } from 'node:buffer';
import { buffer as readAll } from 'node:stream/consumers';
import type { Change } from '../../catalogue/change.js';
import { RequestTextError } from '../../http/translate.js';
import { translateText } from '../../http/translate-text.js';
import type { TranslatedLine } from '../../http/translate-text.js';
import { escapeControls, toJson } from '../../reporters/escape.js';
import type { TranslateArguments } from '../arguments.js';
import { exitCodes, UsageError } from '../exit-codes.js';
import type { ExitCode } from '../exit-codes.js';
import { loadRows } from '../rows.js';
import { terminal } from '../terminal.js';

/** Translates one request, or each line of standard input. A line that is no request stops nothing but spoils the exit code. */
export async function translate({ request, json, config }: TranslateArguments): Promise<ExitCode> {
  const rows = loadRows(config);
  const lines = request === undefined ? await readLines() : [request];
  const print = json ? printJson : printText;
  const failures = lines.filter((line) => !translateLine(line, rows, print));
  return failures.length === 0 ? exitCodes.fine : exitCodes.usage;
}

async function readLines(): Promise<string[]> {
  if (process.stdin.isTTY)
    throw new UsageError(
      "Say what to translate: v4ward translate 'DELETE /projects/1/star', or requests on standard input.",
    );
  const input = await readAll(process.stdin);
  if (!isUtf8(input)) throw new UsageError('Standard input is not UTF-8, and only UTF-8 is read: convert it.');
  return new TextDecoder()
    .decode(input)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
}

function translateLine(line: string, rows: readonly Change[], print: (line: TranslatedLine) => void): boolean {
  try {
    print(translateText(line, rows));
    return true;
  } catch (error) {
    if (!(error instanceof RequestTextError)) throw error;
    terminal.people(`v4ward: ${escapeControls(error.message)}\n`);
    return false;
  }
}

function printJson(line: TranslatedLine): void {
  terminal.data(`${toJson(line)}\n`);
}

/** One line a request on stdout, whatever there is to say about it beside it. */
function printText({ replacement, changes, certainty, notes }: TranslatedLine): void {
  terminal.data(`${escapeControls(replacement ?? 'nothing')}\n`);
  if (replacement === null) terminal.people(`  v4 has nothing for it (${changes.join(', ')})\n`);
  else if (changes.length > 0) terminal.people(`  ${certainty}: ${changes.join(', ')}\n`);
  for (const { change, says } of notes) terminal.people(`  ${change}: ${says}\n`);
}
