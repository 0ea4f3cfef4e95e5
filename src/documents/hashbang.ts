/** What runs a script by its first line. What runs TypeScript takes JavaScript too. */
export type Interpreter = 'shell' | 'javascript' | 'typescript';

const shell = /^#!.*\b(?:ba|z|da|k)?sh\b/;
/** `#!/usr/bin/env -S node --no-warnings`, and without `env`: what runs it is the word behind. A byte order mark may stand before, also as its three bytes. */
const program =
  /^(?:\uFEFF|ï»¿)?#!\s*(?:\S*\/)?(?:env\s+(?:-\S+\s+|\w+=\S*\s+)*(?:\S*\/)?)?(?:(node|nodejs|iojs|babel-node|zx)|(ts-node(?:-\w+)*|tsx|bun|deno))(?!\S)/;

/** What runs a text that is a script; null if nothing does that is known. */
export function findInterpreter(text: string): Interpreter | null {
  const [is, , typescript] = program.exec(text) ?? [];
  if (is !== undefined) return typescript === undefined ? 'javascript' : 'typescript';
  return shell.test(text) ? 'shell' : null;
}
