/** Lets a program under test be TypeScript or JSX: types are taken off, nothing is checked. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!/\.(?:ts|tsx|jsx)$/.test(url)) return next(url, context);
  const { default: ts } = await import('typescript');
  const text = await readFile(fileURLToPath(url), 'utf8');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.React };
  return {
    format: 'module',
    shortCircuit: true,
    source: ts.transpileModule(text, { compilerOptions, fileName: url }).outputText,
  };
}
