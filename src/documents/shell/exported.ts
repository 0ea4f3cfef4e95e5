import type { Text } from '../../http/text.js';
import { expandWord, valuesAt } from './expand.js';
import type { Argument, Scope } from './expand.js';
import type { Script, Site } from './script.js';

const interpreters =
  /^(?:python|ruby|perl|php|java|go|rake|pytest|bundle|rscript|lua|swift|dotnet|cargo|mix|make|elixir|groovy|pwsh|powershell|mvn|gradle|poetry|pipenv|uv|tox)[\d.]*$/i;
const readFiles = /\.[cm]?[jt]sx?$/;
const shells = /^(?:ba|z|da|k)?sh$/;
const systemPaths = /^\/(?:usr\/)?s?bin\//;

/**
 * Whether a command runs a program that no one follows there: JavaScript is read, and code that stands in the command says
 * whether it reads the environment. A script of a shell may be one that says nothing of GitLab.
 */
export function isOutOfSight({ command: { name, args } }: Site): boolean {
  const words = args.map((one) => (one.type === 'Word' ? one.value : ''));
  const isShort = words.some((word) => /^-\w*[ce]$|^json\.tool$/.test(word));
  if (isShort && !words.some((word) => /environ|getenv|\bENV\b/.test(word))) return false;
  const written = name?.value ?? '';
  if (shells.test(written)) return words.some((word) => !word.startsWith('-'));
  const isOwn =
    written.includes('/') && !written.includes('$') && !systemPaths.test(written) && !readFiles.test(written);
  return isOwn || interpreters.test(written.replace(/^.*\//, ''));
}

/** What a command is given beside its words: `GITLAB_URL=$API node sync.js`. */
export function givenTo(site: Site, scope: Scope): Argument[] {
  return site.command.prefix
    .flatMap((one) =>
      one.type === 'Assignment' && one.value.type === 'Word' ? expandWord(one.value, scope, site) : [],
    )
    .map(toArgument);
}

/** The values of the variables that a command finds in its environment. */
export function exportedTo(site: Site, scope: Scope): Argument[] {
  const outside = [...scope.environment].flatMap(([name, values]) => (scope.script.settings.has(name) ? [] : values));
  const exported = namesExported(scope.script).flatMap((name) => valuesAt(name, scope, site));
  return [...givenTo(site, scope), ...[...outside, ...exported].map(toArgument)];
}

function toArgument(text: Text): Argument {
  return { text, place: null, whole: null, hidden: false };
}

/** https://www.gnu.org/software/bash/manual/html_node/Environment.html; what the environment sets is exported already. */
function namesExported({ sites, settings }: Script): string[] {
  const all = sites.some(({ command }) => /^set\s.*(?:-\w*a|allexport)/.test(wordsOf(command).join(' ')));
  if (all) return [...settings.keys()];
  return sites.flatMap(({ command }) => {
    const [name = '', ...words] = wordsOf(command);
    const isExport =
      name === 'export' || (/^(?:declare|typeset)$/.test(name) && words.some((word) => /^-\w*x/.test(word)));
    return isExport ? words.flatMap((word) => /^(\w+)(?:=|$)/.exec(word)?.[1] ?? []) : [];
  });
}

function wordsOf({ name, args }: Site['command']): string[] {
  return [name?.value ?? '', ...args.map((one) => (one.type === 'Word' ? one.value : `${one.name}=`))];
}
