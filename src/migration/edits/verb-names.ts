// Names that are called after a method of HTTP

/** What else methods are called. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  DELETE: ['del', 'remove', 'destroy', 'rm', 'erase'],
  PUT: ['update', 'replace', 'edit', 'save'],
  PATCH: ['update', 'edit'],
};

/** What says nothing of what is sent, in a name. */
const plain = /^(?:http|https|method|methods|verb|request|req|api|opts?|options|config|init|do|send|json|_*)$/;

/** What a name must hold to be that of a method: `delete` and `del` for DELETE. */
export function namesOf(method: string): string[] {
  return [method.toLowerCase(), ...(/^delete$/i.test(method) ? ['del'] : [])];
}

/** Whether a name says a method and nothing else that counts: `httpDelete`, `remove`, but not `deleteBranch`. */
export function isCalledAfter(name: string, method: string): boolean {
  const [only = '', ...others] = wordsOf(name).filter((word) => !plain.test(word));
  return others.length === 0 && [...namesOf(method), ...(synonyms[method.toUpperCase()] ?? [])].includes(only);
}

/** `HTTP_DELETE` and `httpDelete` have the words `http` and `delete`. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[_$]+/);
}

/** `onDelete` → `onPost`, `deleteOnce` → `postOnce`; the method itself where the name does not hold the other one. */
export function renameVerb(name: string, from: string, to: string): string {
  const [verb, other] = [from.toLowerCase(), to.toLowerCase()];
  const renamed = name.replace(capitalize(verb), capitalize(other)).replace(verb, other);
  return renamed === name ? other : renamed;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
