import type { FoundRequest } from '../../analysis/requests/found-request.js';
import type { Tree } from '../../analysis/syntax/tree.js';
import { findHoleOfWords } from '../../http/words.js';

/** A value of which it cannot be told that it is an id. */
export interface UnseenWord {
  /** The value as it is written. */
  readonly label: string;
  /** What it may be: a word that v3 has a route for in the place of the id. */
  readonly word: string;
}

/**
 * What fills the place of an id and may be one of the words that v4 has no route for: by its name, or since nothing
 * says that it is an id and the word stands in the same code. Null if it is taken for an id.
 */
export function findUnseenWord(found: FoundRequest): UnseenWord | null {
  if (found.answered !== null) return null;
  const place = findHoleOfWords(found.request);
  if (place === null) return null;
  const { label, encoded } = place.hole;
  const name = lastWord(label);
  const isWord = names.ofWords.test(name);
  if (!isWord && (encoded || names.ofIds.test(name))) return null;
  const trees = treesOf(found);
  const inSight = place.words.find((each) => trees.some((tree) => holds(tree, each)));
  const word = inSight ?? (isWord ? place.words[0] : undefined);
  return word === undefined ? null : { label, word };
}

const names = {
  ofWords:
    /^(?:kind|scope|filter|type|mode|which|what|tab|view|list|listing|categor(?:y|ie)|visibilit(?:y|ie)|section|ownership|relation|membership|subset|selector|option)s?$/,
  ofIds:
    /^(?:\w{0,2}ids?|key|name|fullname|number|num|slug|path|pathname|projects?|repos?|repositor(?:y|ies)|groups?|namespaces?|teams?|org|orgs|organi[sz]ations?|owner)$/,
};

/** The last word of the last name in an expression, in lower case: `scope` of `this.projectScope`, `ids` of `ids[index]`. */
function lastWord(label: string): string {
  const name = /([A-Za-z_$][\w$]*)[^\w$]*$/.exec(withoutBrackets(label))?.[1] ?? '';
  const words = name.replace(/([a-z\d])(?=[A-Z])/g, '$1 ').split(/[\s_$]+/);
  return (words.findLast((word) => word !== '') ?? '').toLowerCase();
}

/** What stands in brackets behind a name says where the value comes from, not what it is; a call of a bare name is what it is given. */
function withoutBrackets(label: string): string {
  return label.replace(/(?:\[[^[\]]*\]|(?<=\.\w+)\([^()]*\))+$/, '');
}

function treesOf({ tree, chain }: FoundRequest): readonly Tree[] {
  return [...new Set([tree, ...chain.map((call) => call.tree)])];
}

/** Whether a word stands in a file as a text, alone or among others. */
function holds({ texts }: Tree, word: string): boolean {
  return texts.some(
    (text) => text.type === 'Literal' && typeof text.value === 'string' && text.value.split(/[\s,;|]+/).includes(word),
  );
}
