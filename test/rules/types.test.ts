import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const configs = join(root, 'test/support/configs');

/** `eslint/config` is there from 9.22 on. */
const versions = [
  { eslint: 'eslint', files: ['define-config.ts', 'spread.ts', 'commonjs.cts'] },
  { eslint: 'eslint-9', files: ['define-config.ts', 'spread.ts', 'commonjs.cts'] },
  { eslint: 'eslint-9.15', files: ['spread.ts', 'commonjs.cts'] },
];

describe.each(versions)("a user's configuration with the types of $eslint", ({ eslint, files }) => {
  const program = compile(eslint, files);

  it('has no type error', () => {
    const sources = program.getSourceFiles().filter(({ fileName }) => isOurs(fileName));
    expect(sources.length).toBeGreaterThan(files.length);
    expect(sources.flatMap((source) => findErrors(program, source)).map(describeDiagnostic)).toEqual([]);
  });

  it("needs no types but ESLint's", () => {
    const sources = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(join(root, 'dist')));
    const packages = sources.flatMap(({ text }) => [...text.matchAll(/ from '([^.'][^']*)'/g)].map(([, name]) => name));
    expect(new Set(packages)).toEqual(new Set(['eslint']));
  });
});

/** Against what is built, as it is published. */
function compile(eslint: string, files: readonly string[]): ts.Program {
  const types = join(root, 'node_modules', eslint, 'lib/types');
  return ts.createProgram(
    files.map((file) => join(configs, file)),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
      lib: ['lib.es2023.d.ts'],
      rootDir: root,
      paths: {
        v4ward: [join(root, 'dist/rules/index.d.ts')],
        eslint: [join(types, 'index.d.ts')],
        'eslint/config': [join(types, 'config-api.d.ts')],
      },
    },
  );
}

function isOurs(file: string): boolean {
  return file.startsWith(join(root, 'dist')) || file.startsWith(configs);
}

function findErrors(program: ts.Program, source: ts.SourceFile): readonly ts.Diagnostic[] {
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
}

function describeDiagnostic({ file, start, messageText }: ts.Diagnostic): string {
  const line = file === undefined ? 0 : ts.getLineAndCharacterOfPosition(file, start ?? 0).line + 1;
  return `${file?.fileName ?? ''}:${String(line)} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
}
