/** https://www.gnu.org/software/make/manual/make.html */
import { emptyDocument, joinDocuments, mayBeGitLab } from '../document.js';
import type { Document, Reader } from '../document.js';
import { toEnvironment, withNames } from '../environment.js';
import type { Variable } from '../environment.js';
import { charactersOf, excerptFrom, excerptOf, placeIn, toCharacters } from '../excerpt.js';
import type { Character, Excerpt } from '../excerpt.js';
import type { Environment } from '../shell/expand.js';
import { findHashComments, readEmbedded } from '../shell/read.js';

const variable = /^\uFEFF?(?:export\s+|override\s+)?([\w.-]+)\s*(?:[:?]{0,3}|!)=[^\S\n]*([^\s#](?:[^\n\r#]*[^\s#])?)/;

export const read: Reader = (file, text) => {
  const lines = toLines(text);
  const variables = lines.flatMap(({ start, end }): Variable[] => {
    const found = variable.exec(text.slice(start, end));
    if (found === null) return [];
    const [all, name = '', value = ''] = found;
    return [{ name, value: excerptOf(file, text, start + all.length - value.length, start + all.length) }];
  });
  const environment = toEnvironment(variables);
  const commands = findCommands(environment);
  const recipes = lines.flatMap(({ start, end }): Document[] =>
    text.startsWith('\t', start)
      ? [readRecipe(file, text, start + 1, end, { environment, commands })]
      : isSending(text.slice(start, end), commands) && mayBeGitLab(text) && !isCommand(text.slice(start, end), commands)
        ? [{ ...emptyDocument, unknowns: [{ place: { file, start, end }, reason }] }]
        : [],
  );
  return { ...joinDocuments(recipes), comments: findHashComments(text) };
};

type Commands = ReadonlyMap<string, string>;

const reference = /(?<!\$)\$[({](\w+)[)}]/g;

/**
 * Variables that are put before the rest of a command as they are written, with their quotes: `CURL = curl -H "…"`. Those
 * with what may have to be edited are left out.
 */
function findCommands(environment: Environment): Commands {
  return new Map(
    [...environment].flatMap(([name, [text = []]]) => {
      const written = text.map((piece) => (piece.kind === 'known' ? piece.text : piece.label)).join('');
      return command.test(written) && !carried.test(written) ? [[name, written]] : [];
    }),
  );
}

const command = /^@?(?:curl|wget|https?|xhs?)\s/;
const carried =
  /\/api\/|\s(?:-\w*[dFTG]|--(?:data|form|json|post|body|get|url)\S*)(?:\s|=|$)|\s(?:-\w*X|--(?:request|method))[\s=]*\w/;

function isCommand(line: string, commands: Commands): boolean {
  const name = variable.exec(line)?.[1];
  return name !== undefined && commands.has(name);
}

/** Whether a line that is no recipe has a command that sends, `$(CURL) -X DELETE $(API)/$(1)`. */
function isSending(line: string, commands: Commands): boolean {
  return sends.test(line) || [...line.matchAll(reference)].some(([, name = '']) => commands.has(name));
}

/** What such a variable holds stands for the whole of its name. */
function withCommands(excerpt: Excerpt, commands: Commands): Excerpt {
  const own = toCharacters(excerpt);
  const characters: Character[] = [];
  let at = 0;
  for (const { index, 0: all, 1: name = '' } of excerpt.text.matchAll(reference)) {
    const written = commands.get(name);
    if (written === undefined) continue;
    const { start, end } = placeIn(excerpt, index, index + all.length);
    const put = written.split('').map((text, order) => ({ text, start: order === 0 ? start : end, end }));
    characters.push(...own.slice(at, index), ...put);
    at = index + all.length;
  }
  return excerptFrom(excerpt.file, excerpt.whole, [...characters, ...own.slice(at)], excerpt.encode);
}

/** Commands that are no recipe of their own: of a `define`, behind `;`, and of `$(shell …)`. */
const sends = /^[^#\n]*(?<![\w./-])(?:curl|wget|https?|xh)\s+(?!=|:)\S/;
const reason = 'this command stands in no recipe of its own: look at what it sends';

/** Lines, each with those that go on behind a `\`. */
function toLines(text: string): { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(/(?:[^\n\\]|\\[\s\S])+/g)].map(({ index, 0: line }) => ({
    start: index,
    end: index + line.length,
  }));
}

/** A recipe is a script in which `$$` is `$`, and `$(NAME)` is a variable of make. */
function readRecipe(
  file: string,
  text: string,
  start: number,
  end: number,
  { environment, commands }: { readonly environment: Environment; readonly commands: Commands },
): Document {
  const signs = /^[@+-]*/.exec(text.slice(start, end))?.[0].length ?? 0;
  const characters = charactersOf(text, start + signs, end);
  const own = withNames(
    withCommands(
      excerptFrom(file, text, characters, (put) => put.replaceAll('$', '$$$$').replaceAll('#', '\\#')),
      commands,
    ),
    /(?<!\$)\$(?:\((\w+)\)|\{(\w+)\}|\([^()]*(?:\([^()]*\)[^()]*)*\)|([@<^?*%+]))(?!\$)/g,
    ([, one, other]) => one ?? other ?? 'make_function',
  );
  return readEmbedded({ ...own, ...withSingleDollars(own) }, environment);
}

function withSingleDollars(excerpt: ReturnType<typeof excerptFrom>): ReturnType<typeof excerptFrom> {
  const characters: Character[] = [];
  for (let index = 0; index < excerpt.text.length; index += 1) {
    const double = excerpt.text.startsWith('$$', index);
    const [start, end] = [excerpt.startOf(index), excerpt.endOf(double ? index + 1 : index)];
    characters.push({ text: excerpt.text.charAt(index), start, end });
    if (double) index += 1;
  }
  return excerptFrom(excerpt.file, excerpt.whole, characters, excerpt.encode);
}
