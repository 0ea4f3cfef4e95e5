import type { ReportDocument } from './document.js';
import { plain } from './paint.js';
import type { Paint } from './paint.js';

/** What the place that a report is shown in can do. */
export interface Appearance {
  readonly paint: Paint;
  /** Makes a text lead to an address, or leaves it. */
  readonly link: (address: string, text: string) => string;
  /** The address of a file of the report. */
  readonly addressOf: (file: string) => string;
  /** Columns; null if it has no end. */
  readonly width: number | null;
}

/** A file, or a program that reads on. */
export const unadorned: Appearance = {
  paint: plain,
  link: (_address, text) => text,
  addressOf: (file) => file,
  width: null,
};

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
  sarif: {
    for: "GitHub's code scanning, editors, and what else reads SARIF 2.1.0",
    load: async () => (await import('./sarif.js')).reportSarif,
  },
  gitlab: { for: "GitLab's Code Quality widget", load: async () => (await import('./gitlab.js')).reportGitLab },
  github: {
    for: "GitHub Actions: marks in a pull request's changes, and the step summary",
    load: async () => (await import('./github.js')).reportGitHub,
  },
  junit: {
    for: 'what reads test results: GitLab, Jenkins, Azure',
    load: async () => (await import('./junit.js')).reportJUnit,
  },
  markdown: {
    for: 'a comment on a merge request',
    load: async () => (await import('./markdown.js')).reportMarkdown,
  },
  html: {
    for: 'whoever follows a migration, in a browser',
    load: async () => (await import('./html/html.js')).reportHtml,
  },
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
