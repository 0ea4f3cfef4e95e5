import type { Manifest } from './manifest.js';
import type { Files } from './step.js';

/** How a package manager is told what `init` needs of it. */
export interface PackageManager {
  readonly name: string;
  /** Adds development dependencies. */
  readonly add: string;
  /** Runs a command of an installed package. */
  readonly run: string;
  /** Lines that install what the lock file says, on a machine that has Node. */
  readonly install: readonly string[];
  /** What `actions/setup-node` calls its cache; null if it has none. */
  readonly cache: string | null;
}

const npm: PackageManager = {
  name: 'npm',
  add: 'npm install --save-dev',
  run: 'npx',
  install: ['npm ci'],
  cache: 'npm',
};

const withoutLock: PackageManager = { ...npm, install: ['npm install'], cache: null };

const pnpm: PackageManager = {
  name: 'pnpm',
  add: 'pnpm add --save-dev',
  run: 'pnpm exec',
  install: ['corepack enable', 'pnpm install --frozen-lockfile'],
  cache: null,
};

const yarn: PackageManager = {
  name: 'yarn',
  add: 'yarn add --dev',
  run: 'yarn run',
  install: ['corepack enable', 'yarn install --immutable'],
  cache: null,
};

const classicYarn: PackageManager = { ...yarn, install: ['corepack enable', 'yarn install --frozen-lockfile'] };

const bun: PackageManager = {
  name: 'bun',
  add: 'bun add --dev',
  run: 'bunx',
  install: ['npm install --global bun', 'bun install --frozen-lockfile'],
  cache: null,
};

/** What `packageManager` says, and the lock files, nearest to certainty first. */
export function findPackageManager(files: Files, manifest: Manifest): PackageManager {
  const declared = /^(pnpm|yarn|bun|npm)@(\d+)/.exec(manifest.packageManager ?? '');
  const has = (name: string): boolean => files.list('.').includes(name);
  const name = declared?.[1] ?? findByLock(has);
  if (name === 'pnpm') return has('pnpm-workspace.yaml') ? { ...pnpm, add: `${pnpm.add} --workspace-root` } : pnpm;
  if (name === 'yarn') return has('.yarnrc.yml') || Number(declared?.[2] ?? 1) > 1 ? yarn : classicYarn;
  if (name === 'bun') return bun;
  return has('package-lock.json') || has('npm-shrinkwrap.json') ? npm : withoutLock;
}

const locks: readonly (readonly [file: string, manager: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

function findByLock(has: (name: string) => boolean): string | undefined {
  return locks.find(([file]) => has(file))?.[1];
}
