import { clients } from '../analysis/clients/index.js';
import type { Glance } from './glance.js';

const modules: ReadonlySet<string> = new Set(clients.flatMap((client) => client.modules));

/** What is a client without an import: globals, and what a program is given by its name or its type. */
const names = new Set(
  clients
    .flatMap(({ globals = [], injected = [], types = [] }) => [...globals, ...injected, ...types])
    .map((name) => /[\w$]+$/.exec(name)?.[0] ?? name),
);

const named = new RegExp(`(?<![\\w$])(?:${[...names].map(escape).join('|')})(?![\\w$])`);

function escape(name: string): string {
  return name.replaceAll('$', '\\$');
}

/** Whether a file may send what it is given, by its looks: it imports an HTTP library, or names one that needs no import. */
export function maySend({ imports }: Glance, text: string): boolean {
  return imports.some((specifier) => modules.has(specifier)) || named.test(text);
}
