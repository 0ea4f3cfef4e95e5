import type { ReportDocument } from './document.js';
import { plain } from './paint.js';
import type { Paint } from './paint.js';

/** What the place that a report is shown in can do. */
export interface Appearance {
  readonly paint: Paint;
  /** Columns; null if it has no end. */
  readonly width: number | null;
}

/** A file, or a program that reads on. */
export const unadorned: Appearance = { paint: plain, width: null };

/** Reporters never print. */
export type Reporter = (document: ReportDocument, appearance: Appearance) => string;

interface Format {
  /** Who reads it. */
  readonly for: string;
  readonly load: () => Promise<Reporter>;
}

/** All formats. What a format needs is loaded when a report is made in it. */
export const formats = {
  text: { for: 'people, in a terminal', load: async () => (await import('./text.js')).reportText },
  json: { for: 'programs, and `v4ward merge`', load: async () => (await import('./json.js')).reportJson },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly FormatName[];

export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}

/** @returns the report, ready to be printed or written */
export async function render(
  document: ReportDocument,
  format: FormatName,
  appearance: Appearance = unadorned,
): Promise<string> {
  const reporter: Reporter = await formats[format].load();
  return reporter(document, appearance);
}
