import { listDistinctiveParts } from '../../http/route.js';
import { foreignRoutes, gitlab, isForeignBase, onlyGitLab, weigh } from '../../http/service-names.js';
import { hasTrigger } from '../triggers.js';

/**
 * What v3 may be written as: in an address, as a text of its own that becomes a part of one, or as a key of what has a text.
 * A name says nothing where it stands: what it stands for is such a text. `v3.1` is a version of something else.
 */
const prefix =
  /api\/v(?![0-25-9a-z])|(?:['"`}=]|(?<!github\.com)\/)v3\b(?!\.\d)|(?<![\w./])v3\/|\bv3['"]?\s*:\s*['"`{[/(]|object_attributes/i;

/** Lines of comments, which quote nothing, and names of modules: the v3 of a library is none of an address. */
const aside = /^[ \t]*(?:\/\/.*|\/?\*[^'"`\n]*)$|\b(?:from|require[ \t]*\(|import\b)[ \t]*(['"])[^'"\n]*\1/gm;

/**
 * Whether a file that holds a trigger word may have to do with GitLab's API by all that stands in it and in its name.
 * Most trigger words are those of other services too, and of comments: where nothing else stands in a file, it takes
 * another, which it imports or is imported by, to say whose they are.
 */
export function speaksForItself(file: string, text: string): boolean {
  return holdsName(text) || holdsPrefix(text) || onlyGitLab.test(text) || gitlab.test(file) || holdsRoute(text);
}

const names = new RegExp(gitlab, 'gi');

/** Whether GitLab is named as what may be called: not as a host of pages, nor as where code runs, nor in a list of names without a sign between them. */
function holdsName(text: string): boolean {
  if (!gitlab.test(text)) return false;
  return Array.from(text.matchAll(names)).some(({ index, 0: name }) => {
    const end = index + name.length;
    return !/^(?:\.io\b| ci\b)/i.test(text.slice(end, end + 4)) && !buried.test(text.slice(index - 20, end + 20));
  });
}

/** No word is that long. */
const buried = /^[a-z\d]{40,}$/i;

/** An address on a host that stands in it, up to what is put into it. */
const link = /\bhttps?:\/\/[\w.-]+(?::\d+)?\/[^\s'"`<>\\]*/gi;

/** What may make an address one of a request whatever stands around it, or is filled later. */
const open = /api\/v|\/v3|private[-_]token|object_attributes|gitlab|[${}%*]|:\w/i;

/**
 * Whether a trigger word of a text stands in anything but comments, names of modules, and links to pages: what of an
 * address of the API stands behind a host has the API's prefix between them.
 */
export function holdsRequestWord(text: string): boolean {
  return hasTrigger(text.replace(aside, '').replace(link, (whole) => (open.test(whole.slice(8)) ? whole : '')));
}

function holdsPrefix(text: string): boolean {
  return prefix.test(text) && prefix.test(text.replace(aside, ''));
}

/** Whether all of a route is in sight that in practice only GitLab has, but for what fills it. */
function holdsRoute(text: string): boolean {
  const known = new Map<string, boolean>();
  const holds = (part: string): boolean => {
    const isThere = known.get(part) ?? holdsPart(text, part);
    known.set(part, isThere);
    return isThere;
  };
  return listDistinctiveParts().some((parts) => parts.every(holds));
}

/** Whether a part of a path stands where segments of one begin and end. */
function holdsPart(text: string, part: string): boolean {
  return text.includes(part) && new RegExp(`[/'"\`]${part.replaceAll('.', '\\.')}\\b`).test(text);
}

/** Whether a text has `api/v3` in it that is in no address of another service. */
export function holdsOwnPrefix(text: string): boolean {
  for (const { index } of text.matchAll(/\bapi\/v3\b/g)) {
    const before = text.slice(Math.max(0, index - 150), index).replace(/^[\s\S]*\n/, '');
    const [behind = ''] = /^[^\s'"`]*/.exec(text.slice(index + 'api/v3'.length, index + 100)) ?? [];
    if (weigh([before, behind]) !== 'other' && !isForeignBase(`${before}api/v3/`) && !foreignRoutes.test(behind))
      return true;
  }
  return false;
}

/** Whether some of the names of a project, and of what it depends on, say that it is about GitLab. */
export function isNamedAfterService(names: readonly string[]): boolean {
  return names.some((name) => gitlab.test(name));
}
