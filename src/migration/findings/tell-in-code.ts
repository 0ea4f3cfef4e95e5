import { isEnvironmentFile } from '../../analysis/environment.js';
import type { Place } from '../../http/text.js';
import type { Finding } from '../finding.js';
import { withWaiting } from '../message.js';

/**
 * A finding as those see it who read code only: one that stands in a file of settings (JSON, `.env`) is told once in each
 * file whose requests it is about, and names the place of its edit.
 *
 * @param toLine the line of a place, from 1
 */
export function tellInCode(finding: Finding, toLine: (place: Place) => number): Finding[] {
  const { place, from } = finding;
  if (!isSettings(place.file)) return [finding];
  const elsewhere = [`${place.file}:${String(toLine(place))}`];
  const files = new Set(from.map(({ file }) => file).filter((file) => !isSettings(file)));
  const places = [...files].flatMap((file) => from.find((each) => each.file === file) ?? []);
  return places.map((at) => withWaiting({ ...finding, place: at, elsewhere }));
}

function isSettings(file: string): boolean {
  return file.endsWith('.json') || isEnvironmentFile(file);
}
