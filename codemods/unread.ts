import { basename, extname } from 'node:path';
import { isNameless } from '../src/documents/formats.js';
import { findLeftOut, isOfOtherLanguage } from '../src/files/find.js';
import type { OpenProject } from '../src/files/project.js';
import type { Notice } from '../src/migration/finding.js';

/** What there is to say of files that were not read, and may have a part in requests of v3. */
export function tellUnread(project: OpenProject): Notice[] {
  return [...tellImports(project), ...tellGenerated(project), ...tellLanguages(project)];
}

/** One notice for all files that were left unread. */
function tellImports(project: OpenProject): Notice[] {
  const [first, ...others] = project.unread();
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` So were ${String(others.length)} others.`;
  const message = `This file is imported and was left unread, since it does not speak of GitLab and so many others are imported.${more} A request that only they tell of is not seen; name a file on the command line to have it read.`;
  return [{ kind: 'unread-import', change: null, place: { file: first, start: 0, end: 0 }, message }];
}

/** One notice for all files of a directory that is left out. */
function tellGenerated({ generated }: OpenProject): Notice[] {
  const own = generated.filter((file) => findLeftOut(file) !== null || !isUnknown(file));
  const leftOut = own.map((file) => findLeftOut(file) ?? file);
  return [...new Set(leftOut)].map((name) => {
    const [file = name, ...others] = own.filter((_, index) => leftOut[index] === name);
    const message = file === name ? generatedMessage : describeLeftOut(name, others.length);
    return { kind: 'unread-generated', change: null, place: { file, start: 0, end: 0 }, message };
  });
}

/** One notice for all files of a language that is not read. */
function tellLanguages({ generated }: OpenProject): Notice[] {
  const own = generated.filter((file) => findLeftOut(file) === null && isUnknown(file));
  const kinds = own.map(kindOf);
  return [...new Set(kinds)].map((kind) => {
    const [file = kind, ...others] = own.filter((_, index) => kinds[index] === kind);
    const message = `This file speaks v3 and was left unread, since files like it (${kind}) are not read: move it by hand.${describeOthers(others)}`;
    return { kind: 'unread-language', change: null, place: { file, start: 0, end: 0 }, message };
  });
}

function kindOf(file: string): string {
  const program = /^[A-Z]\w*file(?=\.|$)/.exec(basename(file))?.[0];
  return program ?? (isOfOtherLanguage(file) ? extname(file) || basename(file) : 'without an extension');
}

function isUnknown(file: string): boolean {
  return isOfOtherLanguage(file) || isNameless(file);
}

const mostNamed = 5;

function describeOthers(others: readonly string[]): string {
  if (others.length === 0) return '';
  const more = others.length > mostNamed ? `, and ${String(others.length - mostNamed)} more` : '';
  const were = others.length === 1 ? 'was' : 'were';
  return ` So ${were} ${others.slice(0, mostNamed).join(', ')}${more}.`;
}

const generatedMessage =
  'This file speaks v3 and was left unread, since a tool wrote it: make it anew from what it is made of, or name it on the command line to have it read.';

function describeLeftOut(directory: string, others: number): string {
  const more = others === 0 ? '' : ` So ${others === 1 ? 'was 1 other' : `were ${String(others)} others`} there.`;
  return `This file speaks v3 and was left unread, since ${directory} is named like what tools make.${more} Make it anew from what it is made of, or name the directory on the command line, beside the others, if it is yours.`;
}
