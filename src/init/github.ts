import type { PackageManager } from './package-manager.js';
import type { Files, Step } from './step.js';

const folder = '.github/workflows';

/** Adds a workflow beside those that a project has. */
export function planGithub(files: Files, manager: PackageManager, check: string): Step[] {
  const workflows = files.list(folder).filter((name) => /\.ya?ml$/.test(name));
  if (workflows.length === 0) return [];
  const own = workflows.find((name) => /\bv4ward\b/.test(files.read(`${folder}/${name}`) ?? ''));
  if (own !== undefined) return [{ kind: 'present', about: `${folder}/${own} has v4ward.` }];
  const file = `${folder}/v4ward.yml`;
  return [
    {
      kind: 'write',
      file,
      before: null,
      after: toWorkflow(manager, check),
      about: 'a workflow that fails on findings, and shows them in pull requests',
    },
  ];
}

function toWorkflow({ install, cache }: PackageManager, check: string): string {
  const lines = [
    'name: v4ward',
    'on: pull_request',
    'permissions:',
    '  contents: read',
    'jobs:',
    '  v4ward:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    '      - uses: actions/checkout@v4',
    '      - uses: actions/setup-node@v4',
    '        with:',
    '          node-version: 22',
    ...(cache === null ? [] : [`          cache: ${cache}`]),
    ...[...install, `${check} --format github`].map((line) => `      - run: ${line}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
