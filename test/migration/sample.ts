import type { Edit, ReportedFinding, ReportedUnresolved, Result } from '../../src/migration/finding.js';

/** A finding that says little, for tests of what is done with findings. */
export function makeFinding(finding: Partial<ReportedFinding> = {}): ReportedFinding {
  return {
    change: 'branch-parameter',
    rule: 'no-v3-parameter',
    certainty: 'safe',
    place: { file: 'a.js', start: 0, end: 1 },
    says: 'branch_name is branch in v4.',
    page: 'https://docs.example.com/branch-parameter',
    message: 'branch_name is branch in v4. (branch-parameter) https://docs.example.com/branch-parameter',
    request: 'POST /projects/{}/repository/branches?branch_name=x',
    replacement: 'POST /projects/{}/repository/branches?branch=x',
    reason: null,
    edits: [makeEdit(0, 1, 'A')],
    joint: false,
    transaction: null,
    heldBy: [],
    after: [],
    elsewhere: [],
    from: [],
    symbol: null,
    fingerprint: '0123456789abcdef',
    ...finding,
  };
}

export function makeUnresolved(unresolved: Partial<ReportedUnresolved> = {}): ReportedUnresolved {
  return {
    place: { file: 'a.js', start: 0, end: 1 },
    reason: 'The path is a parameter.',
    symbol: null,
    fingerprint: 'fedcba9876543210',
    ...unresolved,
  };
}

export function makeEdit(start: number, end: number, text: string, file = 'a.js'): Edit {
  return { file, start, end, text };
}

export function makeResult(result: Partial<Result> = {}): Result {
  return {
    files: 1,
    requests: 1,
    findings: [],
    possible: [],
    guarded: [],
    unresolved: [],
    acknowledged: [],
    baselined: [],
    baselinedUnresolved: [],
    notices: [],
    ledger: new Map(),
    errors: [],
    ...result,
  };
}
