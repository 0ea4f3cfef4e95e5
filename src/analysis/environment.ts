import type { Evaluation } from './evaluate.js';
import { choose, knownPiece } from './value.js';
import type { Value } from './value.js';

/** `.env`, `.env.local`, `.env.production`: read for bases that code takes from the environment, never edited. */
export function isEnvironmentFile(file: string): boolean {
  return file.includes('.env') && /(?:^|\/)\.env(?:\.[\w.-]+)?$/.test(file);
}

/** Whether the value of a variable is a base of the API: nothing else of the environment is looked at. */
export function isBase(value: string): boolean {
  return /\/api\/v[34]\b/.test(value);
}

/** What `process.env.NAME` or `import.meta.env.NAME` is where the project's `.env` files say so, if that is a base of the API. */
export function readEnvironment(evaluation: Evaluation, from: string, path: readonly string[]): Value | null {
  const name = /^(?:process|import\.meta)\.env\.(\w+)$/.exec(path.join('.'))?.[1];
  if (name === undefined) return null;
  const bases = evaluation.project.findEnvironment(from, name).filter(({ text }) => isBase(text));
  const values = bases.map(({ file, start, end, text }): Value => {
    const literal = { file, start, end };
    const source = { ...literal, verbatim: true, quoting: '"', literal, joinable: false, variable: name } as const;
    return { kind: 'text', primitive: 'string', text: [knownPiece(text, source)] };
  });
  const [first] = values;
  return first === undefined ? null : choose(values, () => first);
}
