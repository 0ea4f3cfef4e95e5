import { planConfiguration } from './configuration-file.js';
import type { Hosts } from './configuration-file.js';
import { planEslint } from './eslint.js';
import { planGithub } from './github.js';
import { planGitlab } from './gitlab.js';
import { readManifest } from './manifest.js';
import { findPackageManager } from './package-manager.js';
import type { PackageManager } from './package-manager.js';
import type { Files, Step } from './step.js';

/** A repository, as far as `init` looks at it. */
export interface Repository {
  readonly files: Files;
  readonly hosts: Hosts;
  /** The configuration of v4ward that holds there already; null if there is none. */
  readonly configuration: string | null;
}

/** What `init` would do, and what is left for a person. Nothing is written. */
export interface Plan {
  readonly steps: readonly Step[];
  /** Installs v4ward; null if it is among the dependencies, or if there is nothing to install it into. */
  readonly install: string | null;
  /** How `check` is called here. */
  readonly check: string;
}

/** Without a `package.json` there is nothing to install, and npm fetches what it runs. */
const without: PackageManager = {
  name: 'npm',
  add: 'npm install --save-dev',
  run: 'npx --yes',
  install: [],
  cache: null,
};

export function planInit({ files, hosts, configuration }: Repository): Plan {
  const manifest = readManifest(files);
  const manager = manifest === null ? without : findPackageManager(files, manifest);
  const check = `${manager.run} v4ward check`;
  const steps = [
    ...planConfiguration(hosts, configuration),
    ...planEslint({ files, manifest, manager }),
    ...planGitlab(files, manager, check),
    ...planGithub(files, manager, check),
  ];
  const isInstalled = manifest === null || manifest.dependencies.has('v4ward');
  return { steps, install: isInstalled ? null : `${manager.add} v4ward`, check };
}
