import { dirname, relative, resolve, sep } from 'node:path';
import type { TSESLint } from '@typescript-eslint/utils';
import type { ParsedFile, Project } from '../src/analysis/project.js';
import { hasTrigger, wordsOf } from '../src/analysis/triggers.js';
import { findNames } from '../src/files/names.js';
import { findOpen } from '../src/migration/examine.js';
import type { Finding } from '../src/migration/finding.js';
import { isExcluded, readSettings } from './settings.js';

/** What an examination needs of a rule's context. */
export type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;
type SourceCode = Readonly<TSESLint.SourceCode>;

const triggers = new WeakMap<SourceCode, boolean>();
const examinations = new WeakMap<SourceCode, readonly Finding[]>();
const namesByFolder = new Map<string, readonly string[]>();

/** Whether a file is worth examining; asked once a file, though each rule asks. */
export function mayHoldRequests(context: Context): boolean {
  const { sourceCode } = context;
  return remember(
    triggers,
    sourceCode,
    () => hasTrigger(sourceCode.text, wordsOf(readSettings(context))) && !isExcluded(context),
  );
}

/**
 * The findings of a file, which all rules share.
 *
 * @throws {ConfigurationError} if the configuration that holds for it is not valid
 */
export function openFindings(context: Context): readonly Finding[] {
  return remember(examinations, context.sourceCode, () => examineFile(context));
}

function remember<Key extends object, Value>(memory: WeakMap<Key, Value>, key: Key, compute: () => Value): Value {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const value = compute();
  memory.set(key, value);
  return value;
}

function examineFile(context: Context): readonly Finding[] {
  const configuration = readSettings(context);
  const parsed = toParsedFile(context);
  if (parsed === null) return [];
  return findOpen(toProject(context, parsed), configuration).filter(({ place }) => place.file === parsed.file);
}

/** ESLint's own tree and scopes, whichever parser made them. */
function toParsedFile({ sourceCode, filename, cwd }: Context): ParsedFile | null {
  if (sourceCode.scopeManager === null) return null;
  return {
    file: toName(cwd, filename),
    text: sourceCode.text,
    program: sourceCode.ast,
    scopes: sourceCode.scopeManager,
  };
}

function toName(cwd: string, filename: string): string {
  return filename.startsWith('<') ? filename : relative(cwd, filename).split(sep).join('/');
}

/** One file is in sight; what it imports and who imports it are not. */
function toProject({ cwd, filename }: Context, parsed: ParsedFile): Project {
  return {
    files: [parsed.file],
    parse: (file) => (file === parsed.file ? parsed : null),
    resolve: () => null,
    resolvePackage: () => null,
    findEnvironment: () => [],
    isForeign: () => false,
    names: findNamesOnce(cwd, filename),
    whole: false,
  };
}

function findNamesOnce(cwd: string, filename: string): readonly string[] {
  const file = toName(cwd, filename);
  const folder = dirname(resolve(cwd, file));
  const names = namesByFolder.get(folder) ?? findNames(cwd, [file]);
  namesByFolder.set(folder, names);
  return names;
}
