import { isNameless } from '../../documents/formats.js';
import { findInterpreter } from '../../documents/hashbang.js';
import { listBlocks } from './blocks.js';

/** What a script is written in; JavaScript may always hold JSX. */
export type Language = 'jsx' | 'ts' | 'tsx' | 'dts';

/** The part of a file that is a program. */
export interface Script {
  /** As long as the file: everything outside the script is spaces, so that offsets are those of the file. */
  readonly code: string;
  readonly language: Language;
}

/** A script of a component that nobody can read, at an offset. */
export interface UnreadScript {
  readonly message: string;
  readonly at: number;
}

/** A script that does not end, or is written in another language; null if all can be read. */
export function findUnreadScript(file: string, text: string): UnreadScript | null {
  if (!hasMarkup(file)) return null;
  for (const { kind, start, attributes, closed } of listBlocks(text)) {
    if (kind !== 'script' || isElsewhere(attributes)) continue;
    const language = findAttribute(attributes, 'lang');
    if (!closed) return { message: 'its script has no end tag', at: start };
    if (!languages.test(language)) return { message: `its script is written in ${language}`, at: start };
  }
  return null;
}

/** Whether the scripts of a file stand in markup: a component, or a page. */
export function hasMarkup(file: string): boolean {
  return /\.(?:vue|svelte)$/.test(file) || isPage(file);
}

/** Whether a file is a page of HTML. */
export function isPage(file: string): boolean {
  return /\.html?$/i.test(file);
}

/**
 * The program in a file: all of it, or the script blocks of a component or a page.
 *
 * Several blocks of one component share a scope (https://vuejs.org/api/sfc-script-setup.html#usage-alongside-normal-script),
 * as those of a page share the global one, so they are one program.
 */
export function findScript(file: string, text: string): Script {
  if (!hasMarkup(file)) return { code: text, language: toLanguage(file, text) };
  const blocks = findPrograms(text);
  return { code: blankOutside(text, blocks), language: toBlockLanguage(blocks) };
}

function toLanguage(file: string, text: string): Language {
  if (/\.d\.[cm]?ts$/.test(file)) return 'dts';
  if (/\.tsx$/.test(file)) return 'tsx';
  if (/\.[cm]?ts$/.test(file)) return 'ts';
  return isNameless(file) && findInterpreter(text) === 'typescript' ? 'ts' : 'jsx';
}

interface Program {
  readonly start: number;
  readonly end: number;
  readonly language: string;
}

const scriptTypes = /^(?:|module|(?:text|application)\/(?:javascript|ecmascript|babel|typescript))$/i;
const languages = /^(?:|js|jsx|javascript|ts|tsx|typescript|babel)$/i;

function findPrograms(text: string): Program[] {
  return listBlocks(text).flatMap(({ kind, attributes, content }) =>
    kind === 'script' && isProgram(attributes)
      ? [{ ...content, language: findAttribute(attributes, 'lang').toLowerCase() }]
      : [],
  );
}

/** A block that names its file with `src` holds none of its own. */
function isElsewhere(attributes: string): boolean {
  return /\ssrc\s*=/i.test(attributes);
}

/** Templates and data are no programs. */
function isProgram(attributes: string): boolean {
  if (isElsewhere(attributes)) return false;
  return scriptTypes.test(findAttribute(attributes, 'type')) && languages.test(findAttribute(attributes, 'lang'));
}

function findAttribute(attributes: string, name: string): string {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim();
}

function toBlockLanguage(blocks: readonly Program[]): Language {
  const used = blocks.map(({ language }) => language);
  if (used.includes('tsx')) return 'tsx';
  return used.some((language) => language === 'ts' || language === 'typescript') ? 'ts' : 'jsx';
}

/** A `;` stands after each block, so that a block without one at its end does not run on into the next. */
function blankOutside(text: string, blocks: readonly Program[]): string {
  let code = '';
  for (const { start, end } of blocks) {
    code += blank(text.slice(code.length, start)) + text.slice(start, end);
    code += ';';
  }
  return code + blank(text.slice(code.length));
}

function blank(text: string): string {
  return text.replace(/[^\n\r\u2028\u2029]/g, ' ');
}
