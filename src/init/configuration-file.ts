import type { Step } from './step.js';

/** What the code says of the services that it calls. */
export interface Hosts {
  /** Known to be GitLab, though their names do not say so. */
  readonly known: readonly string[];
  /** They have an `/api/v3`, and nothing tells whose it is. */
  readonly undecided: readonly string[];
}

/**
 * A configuration file that says what was found, with the other keys as comments.
 *
 * It is a module of JavaScript in every project: loaded in ESM and CommonJS alike, and no part of what a `tsconfig.json` compiles.
 *
 * @param present the file that holds here already, as a person would name it
 */
export function planConfiguration({ known, undecided }: Hosts, present: string | null): Step[] {
  if (present !== null) return [{ kind: 'present', about: `The configuration is ${present}.` }];
  const lines = [
    "/** @type {import('v4ward').Configuration} */",
    'export default {',
    ...toKey('hosts', known, "Hosts that are GitLab, beyond those whose names say so: 'git.example.com'"),
    ...toKey('notHosts', [], 'Hosts that are not, or that have no v4'),
    ...undecided.map((host) => `  // It is not known whose ${quote(host)} is: put it into hosts or notHosts.`),
    ...toKey('exclude', [], 'Files that are not looked at, as globs'),
    '};',
    '',
  ];
  return [
    {
      kind: 'write',
      file: 'v4ward.config.mjs',
      before: null,
      after: lines.join('\n'),
      about: 'what v4ward cannot know by itself',
    },
  ];
}

function toKey(name: string, values: readonly string[], about: string): string[] {
  return [`  // ${about}.`, `  ${name}: [${values.map(quote).join(', ')}],`];
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
