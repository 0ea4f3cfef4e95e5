import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import vm from 'node:vm';
import ts from 'typescript';

const requirePackage = createRequire(import.meta.url);
/** Packages of which the project has several versions, by the name that programs know. */
const aliases: Readonly<Record<string, string>> = { got: 'got-11' };

/**
 * Runs a program here, and waits until it has sent all that it sends. Its clients are the real ones; where connections
 * lead is not its business.
 *
 * @throws {Error} whatever the program throws
 */
export async function runProgram(
  files: ReadonlyMap<string, string>,
  entry: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  Object.assign(process.env, environment);
  try {
    const { main } = loadFile(new Map(), files, entry) as { main: () => Promise<void> };
    await main();
  } finally {
    for (const name of Object.keys(environment)) Reflect.deleteProperty(process.env, name);
  }
}

function loadFile(loaded: Map<string, unknown>, files: ReadonlyMap<string, string>, name: string): unknown {
  if (loaded.has(name)) return loaded.get(name);
  const text = files.get(name) ?? '';
  if (name.endsWith('.json')) return JSON.parse(text);
  const module = { exports: {} as unknown };
  loaded.set(name, module.exports);
  const wrapped = vm.runInThisContext(`(function (exports, require, module) {${toCommonJs(name, text)}\n})`, {
    filename: name,
  }) as (...values: unknown[]) => void;
  const require = (specifier: string): unknown => {
    const found = specifier.startsWith('.') ? findFile(files, join(dirname(name), specifier)) : null;
    return found === null ? requirePackage(aliases[specifier] ?? specifier) : loadFile(loaded, files, found);
  };
  wrapped(module.exports, require, module);
  loaded.set(name, module.exports);
  return module.exports;
}

function findFile(files: ReadonlyMap<string, string>, path: string): string | null {
  return ['', '.js', '.ts'].map((extension) => path + extension).find((name) => files.has(name)) ?? null;
}

/** Types are taken off, and nothing is checked. */
function toCommonJs(name: string, text: string): string {
  if (!name.endsWith('.ts') && !/^\s*(?:import|export)\b/m.test(text)) return text.replace(/^\uFEFF/, '');
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  return ts.transpileModule(text, { compilerOptions, fileName: name }).outputText;
}
