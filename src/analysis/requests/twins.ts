import type { Project } from '../project.js';
import { isTestFile } from '../service.js';

// Files that a build puts in place of one another

/** What builds call the settings of one environment: https://angular.dev/tools/cli/environments */
const environments =
  'prod|production|dev|develop|development|stage|staging|qa|uat|ci|local|demo|preview|preprod|hmr|docker|beta|live|sandbox';
const settings = new RegExp(String.raw`^(.+)\.(?:${environments})(\.[cm]?[jt]s|\.json)$`, 'i');

const known = new WeakMap<Project, ReadonlyMap<string, readonly string[]>>();

/** The files of a project that a build may put in place of one: `environment.prod.ts` of `environment.ts`. */
export function findTwins(project: Project, file: string): readonly string[] {
  project.others?.ask('file put in the place of', file);
  return twinsOf(project).get(file) ?? [];
}

/** Tells the project's other parts which files a build puts others of this one in the place of. */
export function offerTwins(project: Project): void {
  for (const file of twinsOf(project).keys()) project.others?.offer('file put in the place of', file);
}

function twinsOf(project: Project): ReadonlyMap<string, readonly string[]> {
  const all = known.get(project) ?? groupTwins(project);
  known.set(project, all);
  return all;
}

function groupTwins({ files }: Project): Map<string, string[]> {
  const result = new Map<string, string[]>();
  for (const file of files) {
    const [, name, extension] = settings.exec(file) ?? [];
    if (name === undefined || extension === undefined || isTestFile(file)) continue;
    const replaced = `${name}${extension}`;
    result.set(replaced, [...(result.get(replaced) ?? []), file]);
  }
  return result;
}
