import type { Sourcing } from '../document.js';
import { placeIn } from '../excerpt.js';
import type { Script, Site } from './script.js';

// Scripts that read others: `. ./lib.sh`, `source "$(dirname "$0")/lib.sh"`

/** What a script has from others that it reads; null if it reads none, and defines nothing for others. */
export function findSourcing(script: Script): Sourcing {
  const { excerpt, sites, functions, settings } = script;
  const own = new Set([...functions.keys(), ...settings.keys()]);
  const sources = sites.flatMap((site) => sourcedBy(site, script));
  const uses =
    sources.length === 0
      ? []
      : sites.map(({ command }) => ({
          names: namesIn(excerpt.text.slice(command.pos, command.end)).filter((name) => !own.has(name)),
          place: placeIn(excerpt, command.pos, command.end),
        }));
  return { defines: [...findAddressing(script)], sources, uses };
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
