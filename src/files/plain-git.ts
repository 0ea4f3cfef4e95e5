import { findRepository } from './repository.js';

/**
 * Arguments before git's command, for calls that only ask: nothing is locked or written, names are names, and not
 * patterns or options, and no program runs that a repository's configuration names for git to ask what changed.
 */
export const askingSettings = [
  '--no-optional-locks',
  '--literal-pathspecs',
  '--no-pager',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
] as const;

/**
 * What leads git to another repository than the directory's (in a hook, say, these are set), from
 * `git rev-parse --local-env-vars` without what configures git.
 */
const elsewhere = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_COMMON_DIR',
  'GIT_DIR',
  'GIT_GRAFT_FILE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_NAMESPACE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
];

/** What would change how git reads paths, or what it says. */
const otherwise = ['GIT_GLOB_PATHSPECS', 'GIT_ICASE_PATHSPECS', 'GIT_NOGLOB_PATHSPECS', 'GIT_EXTERNAL_DIFF'];

/** The environment of a git that is asked about the directory that it runs in, whatever this process was told. */
export function toPlainEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(([name]) => !elsewhere.includes(name) && !otherwise.includes(name));
  return { ...Object.fromEntries(own), GIT_TERMINAL_PROMPT: '0', LANGUAGE: 'C' };
}

/**
 * The same, with the index that a hook is told of: what is committed by `git commit -a` or `git commit <path>` is staged
 * in one of its own. It is that of the repository which the process runs in.
 */
export function toHookEnvironment(repository: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const index = environment['GIT_INDEX_FILE'];
  const plain = toPlainEnvironment(environment);
  return index === undefined || findRepository(process.cwd()) !== repository
    ? plain
    : { ...plain, GIT_INDEX_FILE: index };
}
