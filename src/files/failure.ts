const reasons: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  ELOOP: 'its links lead in a circle',
};

/** What the system calls a failure, `ENOENT`; empty if it says nothing. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Why the system refused, in words if there are any for it, else in its own. */
export function describeFailure(error: unknown): string {
  return reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}
