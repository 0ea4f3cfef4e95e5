import { isPage } from '../analysis/syntax/script-blocks.js';
import { isGenerated } from './generated.js';
import type { Glance } from './glance.js';
import type { ImportKeys } from './import-keys.js';
import { importsOf, openImported } from './imported.js';
import type { ImportedBy } from './imported.js';
import { openImporters } from './importers.js';
import type { ImportersOf } from './importers.js';
import { passesOn } from './imports.js';

import { createNameTest, openNear } from './named-alike.js';
import type { Naming } from './named-alike.js';
import {
  createBaseTest,
  injectedClient,
  intercepts,
  interceptsRequests,
  readsAnswer,
  readsRenamedField,
  renamedFields,
  sharedClient,
  showsRenamedField,
} from './relations.js';
import { createSharedTest } from './shared-clients.js';
import { maySend } from './senders.js';
import { findFilled } from './shared-records.js';
import { openTies } from './ties.js';
import type { AreTied, Exporting, Ties } from './ties.js';

/** What is asked about files beside their glances. */
export interface Lookup extends Exporting, Naming {
  /** The text of a file; null if it is gone. */
  readonly textOf: (file: string) => string | null;
  readonly keys: ImportKeys;
  /** Whether what holds files is called after GitLab: their packages and folders, or what these depend on. */
  readonly isNamedAfterService: (files: readonly string[]) => boolean;
  /** Whether a file of the project is found for an import. */
  readonly isFound: (from: string, specifier: string) => boolean;
}

/**
 * Chooses the files to look at closely, in the order given:
 *
 * - those that have to do with GitLab by themselves, which words alone tell in a project that is called after it;
 * - those that import one of these, since the call of a wrapper may say nothing of GitLab itself, unless nothing that
 *   they take of it has a part in a request; and on to those that import such a caller if they
 *   hold words of a request, read a field that v4 renames, or take what is passed on as it is imported, or what may send what
 *   it is given; through any number of others, which are looked at with them;
 * - those that hold words of a request and are imported by a chosen one, directly or through another such;
 * - those that hold words of a request and send with a client that all files share, which a chosen one gives a base, and who imports these;
 * - those that implement what a chosen one implements, since then nobody can say which of the classes is meant;
 * - those that make something else of the answers of a client that a chosen one has too;
 * - those that take something out of a store, if a chosen one puts anything into one;
 * - what a chosen one imports, or loads for, if it reads a field that v4 renames: functions that are given answers, components that show them;
 * - those that import such a one and read such a field too: of a record that both have from there;
 * - those that import a record which a chosen one fills, and read such a field;
 * - templates that stand in files of their own and show such a field, if a chosen one may be a part of the program that fills them;
 * - those that hold words of a request and mention what a chosen one offers: a type that is injected, a property that is
 *   put on all components.
 */
export function chooseFiles(glances: readonly Glance[], lookup: Lookup): string[] {
  const words = glances.filter(({ holds }) => holds === 'words');
  const isAll = words.length > 0 && lookup.isNamedAfterService(words.map(({ file }) => file));
  const services = glances.filter(({ holds }) => holds === 'service' || (isAll && holds === 'words'));
  if (services.length === 0) return [];
  const importersOf = openImporters(glances, lookup.keys, lookup.isFound);
  const importedBy = openImported(glances, lookup.keys);
  const indexes = { importersOf, importedBy, ties: openTies(words, importedBy, lookup) };
  const chosen = withSending(services, words, indexes, lookup);
  const others = glances.filter((glance) => !chosen.has(glance));
  const related = [...chosen, ...findRelated([...chosen], others, lookup)];
  const reading = findReading(related, others, { ...lookup, importedBy });
  const pages = findTemplates(related, others, lookup);
  const shared = [...reading, ...findShared(related, others, lookup)];
  const all = new Set([...related, ...shared, ...findSharing(shared, importersOf, lookup), ...pages]);
  return glances.filter((glance) => all.has(glance) && !isToolsWork(glance, lookup)).map(({ file }) => file);
}

/** What holds words was asked so before. */
function isToolsWork({ holds, file }: Glance, { textOf }: Lookup): boolean {
  return holds === 'nothing' && isGenerated(textOf(file) ?? '');
}

/** Those that are tied to one of the chosen by something else than an import. */
function findRelated(chosen: readonly Glance[], others: readonly Glance[], lookup: Lookup): Glance[] {
  const { textOf } = lookup;
  const shares = chosen.some(hasSharedClient);
  const injects = chosen.some(hasInjectedClient);
  const isBase = createBaseTest(chosen.map(({ file }) => lookup.relationsOf(file)));
  const isNamedAlike = createNameTest(chosen, others, lookup);
  return others.filter((glance) => {
    if (shares && hasSharedClient(glance) && intercepts(textOf(glance.file) ?? '')) return true;
    if (injects && hasInjectedClient(glance) && interceptsRequests(textOf(glance.file) ?? '')) return true;
    if (glance.holds === 'words' && isBase(textOf(glance.file) ?? '')) return true;
    return isNamedAlike(glance);
  });
}

function hasSharedClient({ imports }: Glance): boolean {
  return imports.includes(sharedClient);
}

function hasInjectedClient({ imports }: Glance): boolean {
  return imports.includes(injectedClient);
}

const component = /\.(?:[jt]sx|vue|svelte)$/;

interface Reading extends Pick<Lookup, 'textOf'> {
  readonly importedBy: ImportedBy;
}

/**
 * What chosen ones import, and what reads a field that v4 renames, or a status or a body: what its functions are given may
 * be an answer, or a client, whose requests they make others of. So do pages that chosen ones load for. A template reads a field without a
 * sign before it.
 */
function findReading(chosen: readonly Glance[], others: readonly Glance[], lookup: Reading): Glance[] {
  const { importedBy, textOf } = lookup;
  const pages = new Set(chosen.flatMap(({ file }) => pageOfLoader(file) ?? []));
  const direct = new Set([
    ...findImported(chosen, others, importedBy),
    ...others.filter(({ file }) => pages.has(file)),
  ]);
  const reading = [...direct].filter(({ file }) => readsField(file, textOf) || readsAnswer(textOf(file) ?? ''));
  const rest = others.filter((glance) => !direct.has(glance));
  return [...new Set([...reading, ...findBehind([...direct], rest, lookup, mostBetween)])];
}

const mostBetween = 3;

/**
 * What reads such a field behind what passes on what it is given, and those between: behind components, `<Badge :project="item" />`, behind
 * indexes, `export { describe } from './describe.js'`, and behind functions that read one too.
 */
function findBehind(front: readonly Glance[], others: readonly Glance[], lookup: Reading, most: number): Glance[] {
  const { importedBy, textOf } = lookup;
  const passing = front.filter(
    ({ file }) => component.test(file) || passesOn(textOf(file) ?? '') || readsField(file, textOf),
  );
  if (passing.length === 0 || most === 0) return [];
  const next = new Set(findImported(passing, others, importedBy));
  const rest = others.filter((glance) => !next.has(glance));
  const found = [
    ...[...next].filter(({ file }) => readsField(file, textOf)),
    ...findBehind([...next], rest, lookup, most - 1),
  ];
  return [...found, ...passing.filter((each) => findImported([each], found, importedBy).length > 0)];
}

function findImported(front: readonly Glance[], others: readonly Glance[], importedBy: ImportedBy): Glance[] {
  const imported = new Set(front.flatMap((glance) => importsOf(glance, importedBy)));
  return others.filter((glance) => imported.has(glance));
}

/** Who fills a template, and with what, the names in it tell. */
function findTemplates(chosen: readonly Glance[], others: readonly Glance[], { programs, textOf }: Lookup): Glance[] {
  const folders = [...new Set(chosen.map(({ file }) => programs.packageOf(file)))];
  const isNear = (file: string): boolean =>
    folders.some((folder) => programs.areTogether(folder, programs.packageOf(file)));
  return others.filter(({ file }) => isPage(file) && isNear(file) && showsRenamedField(file, textOf(file) ?? ''));
}

/** The component that is given what a file of SvelteKit loads: https://svelte.dev/docs/kit/load */
function pageOfLoader(file: string): string | null {
  const loader = /(^|\/)\+(page|layout)(?:\.server)?\.[jt]s$/.exec(file);
  return loader === null ? null : `${file.slice(0, loader.index)}${loader[1] ?? ''}+${loader[2] ?? ''}.svelte`;
}

/** What imports one of these, whose record has a field that v4 renames, and reads such a field: that of the record, perhaps. */
function findSharing(holding: readonly Glance[], importersOf: ImportersOf, { textOf }: Lookup): Glance[] {
  return holding.flatMap(({ file }) => importersOf(file)).filter(({ file }) => readsField(file, textOf));
}

/** What chosen ones import and fill: what stands in it may be an answer. */
function findShared(chosen: readonly Glance[], others: readonly Glance[], { keys, textOf }: Lookup): Glance[] {
  const filled = new Set(
    chosen.flatMap(({ file }) => findFilled(textOf(file) ?? '').flatMap((specifier) => keys.ofImport(file, specifier))),
  );
  return filled.size === 0 ? [] : others.filter(({ file }) => keys.ofFile(file).some((key) => filled.has(key)));
}

function readsField(file: string, textOf: Lookup['textOf']): boolean {
  const text = textOf(file) ?? '';
  return (component.test(file) ? renamedFields : readsRenamedField).test(text) || interceptsRequests(text);
}

/** Who imports a file, what an import leads to, and whether it ties one file to GitLab that it imports another. */
interface Indexes {
  readonly importersOf: ImportersOf;
  readonly importedBy: ImportedBy;
  readonly ties: Ties;
}

/** With those that send with a client which a file of their program gives a base. */
function withSending(
  services: readonly Glance[],
  words: readonly Glance[],
  indexes: Indexes,
  lookup: Lookup,
): ReadonlySet<Glance> {
  const chosen = withTied(services, indexes, lookup);
  const read = ({ file }: Glance): string => lookup.textOf(file) ?? '';
  const isShared = createSharedTest([...chosen].map(read));
  const others = isShared === null ? [] : words.filter((glance) => !chosen.has(glance) && isShared(read(glance)));
  if (others.length === 0) return chosen;
  const nearOf = openNear([...chosen], lookup);
  const sending = others.filter((glance) => {
    const near = nearOf(lookup.programs.packageOf(glance.file));
    return createSharedTest(near.map(read))?.(read(glance)) === true;
  });
  return sending.length === 0 ? chosen : withTied([...services, ...sending], indexes, lookup);
}

/** Whether a file takes what has a part in a request may depend on which files are chosen: more of them, more that do. */
function withTied(services: readonly Glance[], indexes: Indexes, lookup: Lookup): ReadonlySet<Glance> {
  const reads = readsFields(lookup);
  const reached = new Set(services);
  for (let before: ReadonlySet<Glance> = new Set(services); ;) {
    const { size } = reached;
    const areTied = indexes.ties(before, reached);
    const users = withUsers(services, indexes.importersOf, { ...lookup, areTied, reads, reached });
    const chosen = withImported(users, indexes.importedBy);
    if (chosen.size <= before.size && reached.size <= size) return chosen;
    before = chosen;
  }
}

function readsFields({ textOf }: Lookup): (glance: Glance) => boolean {
  const known = new Map<Glance, boolean>();
  return (glance) => {
    const reads = known.get(glance) ?? readsField(glance.file, textOf);
    known.set(glance, reads);
    return reads;
  };
}

interface Sight extends Pick<Lookup, 'textOf'> {
  readonly areTied: AreTied;
  /** Whether a file reads a field that v4 renames. */
  readonly reads: (glance: Glance) => boolean;
  /** Those that import one of the services, directly or through others: what is found is added. */
  readonly reached: Set<Glance>;
}

function withUsers(
  services: readonly Glance[],
  importersOf: ImportersOf,
  { areTied, reads, reached, textOf }: Sight,
): ReadonlySet<Glance> {
  const users = new Set(services);
  /** Those reached, each with one that it imports. */
  const ways = new Map<Glance, Glance | null>(services.map((each) => [each, null]));
  /** What it takes comes through those between it and a service: they are a part of what happens. */
  const use = (by: Glance, imported: Glance): void => {
    for (let at = by, next: Glance | null = imported; next !== null && !users.has(at);) {
      const further: Glance | null = ways.get(next) ?? null;
      users.add(at);
      reached.add(at);
      // What imports it may have been seen as the importer of a mere caller.
      ways.delete(at);
      ways.set(at, next);
      at = next;
      next = further;
    }
  };
  for (const [glance] of ways) {
    const importing = importersOf(glance.file);
    const isPassed = importing.length > 0 && users.has(glance) && handsOn(glance, textOf);
    for (const by of importing) {
      if (users.has(by)) continue;
      if ((isPassed || by.holds === 'words' || reads(by)) && areTied(by, glance)) use(by, glance);
      else if (!isPassed && !ways.has(by)) {
        ways.set(by, glance);
        reached.add(by);
      }
    }
  }
  return users;
}

/** Whether what imports a file may have a part in a request without a word of one: `get(process.argv[2])`. */
function handsOn(glance: Glance, textOf: Lookup['textOf']): boolean {
  if (glance.holds !== 'nothing') return true;
  const text = textOf(glance.file) ?? '';
  return passesOn(text) || maySend(glance, text);
}

function withImported(users: ReadonlySet<Glance>, importedBy: ImportedBy): ReadonlySet<Glance> {
  const chosen = new Set(users);
  for (const glance of chosen)
    for (const imported of importsOf(glance, importedBy)) if (imported.holds === 'words') chosen.add(imported);
  return chosen;
}
