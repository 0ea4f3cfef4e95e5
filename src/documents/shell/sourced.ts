import { parseRequest } from '../../http/request.js';
import { findRoutes } from '../../http/route.js';
import { known } from '../../http/text.js';
import { anyMethod } from '../document.js';
import type { Sourcing } from '../document.js';
import { placeIn } from '../excerpt.js';
import type { Script, Site } from './script.js';

// Scripts that read others: `. ./lib.sh`, `source "$(dirname "$0")/lib.sh"`

/**
 * What a script has from others that it reads, and for others.
 *
 * @param jobs those of other files of CI that run in the same shell
 */
export function findSourcing(script: Script, jobs: readonly string[]): Sourcing {
  const { excerpt, sites, functions, settings } = script;
  const own = new Set([...functions.keys(), ...settings.keys()]);
  const sources = [...sites.flatMap((site) => sourcedBy(site, script)), ...jobs];
  const uses =
    sources.length === 0
      ? []
      : sites.map(({ command }) => ({
          names: namesIn(excerpt.text.slice(command.pos, command.end)).filter((name) => !own.has(name)),
          place: placeIn(excerpt, command.pos, command.end),
          isGivenRoute: !own.has(command.name?.value ?? '') && isGivenRoute(command),
        }));
  return { defines: [...findAddressing(script)], sources, uses, offers: [], foreign: [] };
}

/** Whether a command that is called by a word of its own has the path of a request among its words. */
function isGivenRoute({ name, args }: Site['command']): boolean {
  if (!/^[a-z][\w-]*$/i.test(name?.value ?? '') || plain.test(name?.value ?? '')) return false;
  return args.some((word) => word.type === 'Word' && isRoute(word.value));
}

/** Commands of every machine, whose words may look like a path. */
const plain =
  /^(?:curl|wget|https?|xhs?|echo|printf|cd|ls|cp|mv|rm|cat|mkdir|touch|test|git|grep|find|export|local|source|tar|chmod|npm|npx|yarn|pnpm|node|make|docker|python[\d.]*|ruby|sh|bash|zip|unzip|jq|sed|awk|tee|rsync|scp|ssh|kubectl|helm)$/;

function isRoute(word: string): boolean {
  if (!/^\/?[a-z_]+\/[^\s]+$/.test(word)) return false;
  return findRoutes(null, parseRequest([anyMethod], known(word.replace(/^(?!\/)/, '/'))).segments).length > 0;
}

/** The functions that send, or hold an address, and the variables that hold one, also by others of them: `log` and `die` do not. */
function findAddressing({ excerpt: { text }, functions, settings }: Script): ReadonlySet<string> {
  const texts = [
    ...[...functions].map(([name, { pos, end }]) => ({ name, written: text.slice(pos, end).replace(name, '') })),
    ...[...settings.values()].flat().map(({ name, value, others }) => ({
      name,
      written: [value, ...others].map((one) => (one === null ? '' : text.slice(one.pos, one.end))).join(' '),
    })),
  ];
  const found = new Set<string>();
  for (let size = -1; size < found.size;) {
    size = found.size;
    for (const { name, written } of texts)
      if (addressing.test(written) || namesIn(written).some((each) => found.has(each))) found.add(name);
  }
  return found;
}

const addressing = /\b(?:curl|wget|https?|xhs?|httpie)\b|\bapi\b|https?:/i;

/** The names that the files have which a command reads: only their ends are known, where the folder is put together. */
function sourcedBy({ command: { name, args } }: Site, { excerpt: { text } }: Script): string[] {
  const [file] = args;
  if (file === undefined || !/^(?:\.|source)$/.test(name?.value ?? '')) return [];
  const found = /([\w.-]+)["']?$/.exec(text.slice(file.pos, file.end))?.[1];
  return found === undefined ? [] : [found];
}

/** A command may be called by a name, and be given a variable of it. */
function namesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/(?:^|[\s;|&(!]|\$\{?)([A-Za-z_][\w-]*)/g), ([, name = '']) => name))];
}
