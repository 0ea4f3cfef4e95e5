import { resolve } from 'node:path';
import type { WriteStream } from 'node:tty';
import { pathToFileURL } from 'node:url';
import { unadorned } from '../reporters/formats.js';
import type { Appearance } from '../reporters/formats.js';
import { toPaint } from './colors.js';

/** What the place that text goes to can do: colours, links and lines of its width. */
export async function toAppearance(output: WriteStream): Promise<Appearance> {
  const appearance = { ...unadorned, paint: toPaint(output) };
  if (!output.isTTY) return appearance;
  const { createSupportsHyperlinks } = await import('supports-hyperlinks');
  const links = createSupportsHyperlinks(output) ? { link: toLink, addressOf } : {};
  return { ...appearance, ...links, width: output.columns > 0 ? output.columns : null };
}

/** OSC 8, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda: terminals that know it show the text. */
function toLink(address: string, text: string): string {
  return `\u001B]8;;${address}\u001B\\${text}\u001B]8;;\u001B\\`;
}

/** Relative to the working directory, as files of a report are. */
function addressOf(file: string): string {
  return pathToFileURL(resolve(file)).href;
}
