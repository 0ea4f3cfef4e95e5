import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Project as MorphProject, ts as TypeScript } from 'ts-morph';
import { findScript, hasMarkup } from '../src/analysis/syntax/script-blocks.js';
import type { OpenProject } from '../src/files/project.js';
import { applyEdits } from '../src/migration/edits/apply.js';
import type { Edit } from '../src/migration/finding.js';
import { toPosition } from '../src/migration/position.js';
import type { FieldRename, RenameField } from '../src/migration/edits/rename-field.js';
import type { Renames } from '../src/migration/rounds.js';
import { findLeftovers } from './leftovers.js';
import { findFile, openTypes, toName } from './type-project.js';
import type { TypeFile, TypeProject, TypeSources } from './type-project.js';

/**
 * Renames fields of types with all their uses, as TypeScript's language service sees them.
 *
 * @param origin the project that the files belong to, if they are not on disk
 */
export function createRenames({ root, everything }: OpenProject, origin: MorphProject | null): Renames {
  const opened = new Map<string, MorphProject>();
  return ({ text }) => {
    const sources: TypeSources = { root, origin, text, everything, opened };
    return (rename) => renameField(sources, rename);
  };
}

type Renamed = ReturnType<RenameField>;

function renameField(sources: TypeSources, rename: FieldRename): Renamed {
  const { everything, text } = sources;
  if (!everything.includes(rename.field.file))
    return { refusal: `\`${rename.field.file}\` declares it, and is not among the files to change` };
  const holders = everything.filter((file) => text(file)?.includes(rename.from) === true);
  const template = findTemplate(sources, holders, rename.from);
  if (template !== null) return { refusal: `\`${template}\` reads it in a template, where no types are known` };
  const ambient = everything.filter((file) => /\.d\.[cm]?ts$/.test(file));
  const names = sources.origin === null ? [...new Set([...holders, ...ambient])] : everything;
  const types = openTypes(sources, names, rename.field.file);
  return renameIn(types, sources, rename, holders);
}

/** The edits, if nothing that may mean the field is left behind and the files still have the types that they had. */
function renameIn(types: TypeProject, sources: TypeSources, rename: FieldRename, holders: readonly string[]): Renamed {
  const located = locate(types, sources, rename);
  if ('refusal' in located) return located;
  const completed = complete(types, sources, rename, located, holders);
  if ('refusal' in completed) return completed;
  const fault = findFault(types, rename, completed, holders);
  return fault === null ? completed : { refusal: `${fault}, once it is renamed` };
}

// What the language service finds

function locate(types: TypeProject, { root }: TypeSources, rename: FieldRename): Renamed {
  const home = types.files.get(rename.field.file);
  const service = types.morph.getLanguageService().compilerObject;
  const quote = rename.field.end - rename.field.start > rename.from.length ? 1 : 0;
  const start = rename.field.start + quote;
  const preferences = { providePrefixAndSuffixTextForRename: true };
  const found =
    home === undefined
      ? undefined
      : service.findRenameLocations(home.path, start - home.mark, false, false, preferences);
  if (found === undefined || found.length === 0) return { refusal: 'TypeScript does not rename it' };
  const foreign = found.find(({ fileName }) => findFile(types, fileName) === null);
  if (foreign !== undefined)
    return { refusal: `\`${toName(root, foreign.fileName)}\` uses it too, and is not among the files to change` };
  const edits = found.flatMap((location) => toEdit(findFile(types, location.fileName), location, rename));
  const isHome = (edit: Edit): boolean => edit.file === rename.field.file && edit.start === start;
  return [...edits.filter(isHome), ...edits.filter((edit) => !isHome(edit))];
}

/** `{ builds_enabled }` becomes `{ jobs_enabled: builds_enabled }`: the local name stays. */
function toEdit(file: TypeFile | null, location: TypeScript.RenameLocation, { from, to }: FieldRename): Edit[] {
  if (file === null) return [];
  const start = location.textSpan.start + file.mark;
  if (location.suffixText === `: ${from}`) return [{ file: file.file, start, end: start, text: `${to}: ` }];
  const text = `${location.prefixText ?? ''}${to}${location.suffixText ?? ''}`;
  return [{ file: file.file, start, end: start + location.textSpan.length, text }];
}

// What it does not find

/** The edits with those of names in types, or the first place that may mean the field and cannot be renamed. */
function complete(
  types: TypeProject,
  { text }: TypeSources,
  rename: FieldRename,
  edits: readonly Edit[],
  holders: readonly string[],
): Renamed {
  const program = types.morph.getLanguageService().compilerObject.getProgram();
  const checker = program?.getTypeChecker();
  if (program === undefined || checker === undefined) return { refusal: 'its types cannot be read' };
  const known = new Set([...edits, ...rename.handled].map(({ file, start }) => `${file}:${String(start)}`));
  const more: Edit[] = [];
  for (const file of holders) {
    const own = types.files.get(file);
    const source = own === undefined ? undefined : program.getSourceFile(own.path);
    if (own === undefined || source === undefined) continue;
    const isRenamed = (start: number): boolean =>
      known.has(`${file}:${String(start + own.mark)}`) || known.has(`${file}:${String(start + own.mark - 1)}`);
    for (const { node, same, because } of findLeftovers(types.ts, checker, source, rename.from, isRenamed)) {
      const start = node.getStart(source) + own.mark;
      if (!same) return { refusal: `\`${file}:${String(toPosition(text(file) ?? '', start).line)}\` ${because}` };
      more.push({ file, start: start + 1, end: node.getEnd() + own.mark - 1, text: rename.to });
    }
  }
  return [...edits, ...more];
}

/** A template that reads the field: of a component's file, or of its own. */
function findTemplate(
  { root, everything, text, origin }: TypeSources,
  holders: readonly string[],
  name: string,
): string | null {
  const word = new RegExp(String.raw`\b${name}\b`);
  const component = holders.find((file) => {
    const content = text(file) ?? '';
    return hasMarkup(file) && word.test(outsideScript(file, content));
  });
  if (component !== undefined) return component;
  for (const file of everything) {
    for (const [, url = ''] of (text(file) ?? '').matchAll(/\btemplateUrl\s*:\s*['"`]([^'"`]+)['"`]/g)) {
      const path = resolve(root, dirname(file), url);
      if (word.test(readTemplate(path, origin))) return toName(root, path);
    }
  }
  return null;
}

/** A component's file without its scripts. */
function outsideScript(file: string, text: string): string {
  const { code } = findScript(file, text);
  return text.replace(/[^\n]/g, (character, index: number) => (code[index] === character ? ' ' : character));
}

function readTemplate(path: string, origin: MorphProject | null): string {
  try {
    return origin === null ? readFileSync(path, 'utf8') : origin.getFileSystem().readFileSync(path);
  } catch {
    return '';
  }
}

// Whether it still fits

/** The first thing that TypeScript has against the files with their edits and had not against them before. */
function findFault(
  types: TypeProject,
  rename: FieldRename,
  edits: readonly Edit[],
  holders: readonly string[],
): string | null {
  const paths = holders.flatMap((file) => types.files.get(file) ?? []);
  const before = new Set(paths.flatMap((file) => complaintsOf(types, file, rename).map(({ key }) => key)));
  for (const file of paths) {
    const own = edits
      .filter((edit) => edit.file === file.file)
      .map(({ start, end, text }) => ({
        start: start - file.mark,
        end: end - file.mark,
        text,
      }));
    const source = types.morph.getSourceFileOrThrow(file.path);
    if (own.length > 0) source.replaceWithText(applyEdits(source.getFullText(), own));
  }
  const after = paths.flatMap((file) => complaintsOf(types, file, rename));
  return after.find(({ key }) => !before.has(key))?.says ?? null;
}

interface Complaint {
  readonly key: string;
  readonly says: string;
}

/** What TypeScript has against a file. In a message the two names of the field are one. */
function complaintsOf({ morph, ts }: TypeProject, { file, path }: TypeFile, { from, to }: FieldRename): Complaint[] {
  const program = morph.getLanguageService().compilerObject.getProgram();
  const source = program?.getSourceFile(path);
  return (program?.getSemanticDiagnostics(source) ?? []).map(({ code, messageText, start = 0 }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, ' ');
    const line = toPosition(source?.text ?? '', start).line;
    return {
      key: `${file} ${String(code)} ${message.replaceAll(to, from)}`,
      says: `\`${file}:${String(line)}\` does not fit the type`,
    };
  });
}
