import { execFileSync } from 'node:child_process';
import { toPlainEnvironment } from '../files/plain-git.js';
import { gitlab } from '../http/service-names.js';
import type { Finding, Result } from '../migration/finding.js';
import type { Hosts } from '../init/configuration-file.js';

type Checked = { readonly result: Result; readonly text: (file: string) => string | null };

/**
 * The hosts that code names as bases of an API v3, as far as their names do not say that they are GitLab: those that are,
 * by what else the code says, and those that nobody can tell.
 *
 * @param own a host that is known to be GitLab, at any port
 */
export function findHosts({ result, text }: Checked, own: string | null): Hosts {
  const named = (findings: readonly Finding[]): string[] => findings.flatMap((finding) => hostOf(finding, text));
  const known = named([...result.findings, ...result.guarded, ...result.acknowledged]);
  const possible = named(result.possible);
  const sure = [...known, ...possible.filter((host) => host.replace(/:\d+$/, '') === own)].filter(
    (host) => !gitlab.test(host),
  );
  return { known: toList(sure), undecided: toList(possible.filter((host) => !sure.includes(host))) };
}

function toList(hosts: readonly string[]): string[] {
  return [...new Set(hosts)].sort();
}

/** What stands before the version in an address: `https://git.example.com:8443/api/`. */
function hostOf({ change, place }: Finding, text: (file: string) => string | null): string[] {
  if (change !== 'api-prefix') return [];
  const before = (text(place.file) ?? '').slice(Math.max(0, place.start - 500), place.start);
  const [, address = ''] = /https?:\/\/([^\s'"`]*)$/.exec(before) ?? [];
  const [host] = /^[\w.-]+(?::\d+)?/.exec(address) ?? [];
  return host === undefined ? [] : [host.toLowerCase()];
}

/** The host that a repository was cloned from; null outside of one, or without git. */
export function readOriginHost(directory: string): string | null {
  try {
    const url = execFileSync('git', ['remote', 'get-url', 'origin'], {
      cwd: directory,
      env: toPlainEnvironment(process.env),
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return /^(?:\w+:\/\/)?(?:[^/@]*@)?([\w.-]+)[:/]/.exec(url)?.[1]?.toLowerCase() ?? null;
  } catch {
    return null;
  }
}
