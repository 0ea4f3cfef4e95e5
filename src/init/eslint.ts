import { addToEslint } from './eslint-edit.js';
import type { Manifest } from './manifest.js';
import type { PackageManager } from './package-manager.js';
import type { Files, Step } from './step.js';

/** In the order in which ESLint looks for them. https://eslint.org/docs/latest/use/configure/configuration-files */
const flat = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((extension) => `eslint.config.${extension}`);
const legacy = ['.eslintrc.js', '.eslintrc.cjs', '.eslintrc.yaml', '.eslintrc.yml', '.eslintrc.json', '.eslintrc'];

/** The first version whose rules may say what they need. */
const oldest = [9, 15] as const;

const snippet = `import v4ward from 'v4ward';

export default [
  // …
  v4ward.configs.recommended,
];
`;

/** What is known of a project beside its ESLint configuration. */
export interface Surroundings {
  readonly files: Files;
  readonly manifest: Manifest | null;
  readonly manager: PackageManager;
}

/** Adds v4ward's rules to the ESLint that a project has; one without it is left without. */
export function planEslint({ files, manifest, manager }: Surroundings): Step[] {
  const names = files.list('.');
  const config = flat.find((name) => names.includes(name));
  if (config !== undefined) return planFlat(config, files);
  const old = manifest?.hasEslintConfig === true ? 'package.json' : legacy.find((name) => names.includes(name));
  if (old !== undefined) return [adviseMove(old)];
  return manifest?.dependencies.has('eslint') === true ? planNew(manifest, names, manager) : [];
}

function planFlat(config: string, files: Files): Step[] {
  const text = files.read(config) ?? '';
  if (/['"]v4ward['"]/.test(text)) return [{ kind: 'present', about: `${config} has v4ward.` }];
  const about = `Add v4ward to ${config}`;
  const version = installedVersion(files);
  if (version !== null && isTooOld(version))
    return [{ kind: 'advice', about, because: `ESLint ${version} is installed, and 9.15 or later is needed`, snippet }];
  const edited = addToEslint(config, text);
  if ('because' in edited) return [{ kind: 'advice', about, because: edited.because, snippet }];
  return [{ kind: 'write', file: config, before: text, after: edited.text, about: 'the rules, behind the others' }];
}

/** Null if ESLint is not installed here. */
function installedVersion(files: Files): string | null {
  const text = files.read('node_modules/eslint/package.json');
  return text === null ? null : (/"version"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? null);
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
}

/** A flat configuration beside it would have ESLint pass over the old one. */
function adviseMove(old: string): Step {
  return {
    kind: 'advice',
    about: `Add v4ward to ESLint once ${old} is moved to a flat configuration (\`npx @eslint/migrate-config ${old}\`)`,
    because: 'the plugin needs ESLint 9.15 or later, and a new configuration file would switch the old one off',
    snippet,
  };
}

const typescript = /^tsconfig(?:\..+)?\.json$/;

/** It is a module whatever the package's own type is. */
function planNew(manifest: Manifest, names: readonly string[], manager: PackageManager): Step[] {
  const isTyped = names.some((name) => typescript.test(name));
  const hasParser = manifest.dependencies.has('typescript-eslint');
  const write: Step = {
    kind: 'write',
    file: 'eslint.config.mjs',
    before: null,
    after: isTyped && hasParser ? typed : plain,
    about: 'the rules',
  };
  if (!isTyped || hasParser) return [write];
  const advice: Step = {
    kind: 'advice',
    about: `For TypeScript files, \`${manager.add} typescript-eslint\` and put its parser before v4ward`,
    because: 'ESLint reads JavaScript only',
    snippet: typed,
  };
  return [write, advice];
}

const plain = `import v4ward from 'v4ward';

export default [v4ward.configs.recommended];
`;

const typed = `import tseslint from 'typescript-eslint';
import v4ward from 'v4ward';

export default [
  { files: ['**/*.{ts,tsx,mts,cts}'], languageOptions: { parser: tseslint.parser } },
  v4ward.configs.recommended,
];
`;
