import type { Files } from './step.js';

/** What a `package.json` says that matters here. */
export interface Manifest {
  /** Of all kinds. */
  readonly dependencies: ReadonlySet<string>;
  /** `pnpm@10.2.0`, as Corepack reads it. */
  readonly packageManager: string | null;
  /** ESLint's configuration of old stands in it. */
  readonly hasEslintConfig: boolean;
}

/** Null where there is none. One that cannot be read says nothing; its own tools will complain. */
export function readManifest(files: Files): Manifest | null {
  const text = files.read('package.json');
  if (text === null) return null;
  const content = parseRecord(text);
  const { packageManager } = content;
  return {
    dependencies: new Set(
      ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) =>
        Object.keys(toRecord(content[kind])),
      ),
    ),
    packageManager: typeof packageManager === 'string' ? packageManager : null,
    hasEslintConfig: 'eslintConfig' in content,
  };
}

function parseRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    return toRecord(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    return {};
  }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
