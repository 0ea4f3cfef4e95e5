import type { DocumentFinding, DocumentLedgerEntry, ReportDocument } from '../../src/reporters/document.js';

const none: DocumentLedgerEntry = {
  fixable: 0,
  suggestion: 0,
  manual: 0,
  guarded: 0,
  acknowledged: 0,
  baselined: 0,
  unresolved: 0,
  fine: 0,
};

/** A document that says nothing but what is given. */
export function makeDocument(own: Partial<ReportDocument> = {}): ReportDocument {
  return {
    version: 1,
    summary: {
      files: 0,
      requests: 0,
      findings: 0,
      safe: 0,
      suggestion: 0,
      manual: 0,
      possible: 0,
      guarded: 0,
      acknowledged: 0,
      baselined: 0,
      unresolved: 0,
      errors: 0,
    },
    findings: [],
    possible: [],
    guarded: [],
    acknowledged: [],
    baselined: [],
    unresolved: [],
    baselinedUnresolved: [],
    notices: [],
    ledger: {},
    errors: [],
    ...own,
  };
}

/** A safe finding in a file, with an edit. */
export function makeFinding(own: Partial<DocumentFinding> & Pick<DocumentFinding, 'file'>): DocumentFinding {
  const range = { line: 3, column: 7, endLine: 3, endColumn: 12 };
  return {
    ...range,
    change: 'project-unstar',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    message: 'message',
    says: 'says',
    page: 'page',
    request: 'DELETE /projects/8/star',
    replacement: 'POST /projects/8/unstar',
    reason: null,
    symbol: null,
    fingerprint: '00112233445566aa',
    edits: [{ file: own.file, ...range, text: 'unstar' }],
    excerpt: { line: 3, lines: ['await drop();'] },
    ...own,
  };
}

export function makeEntry(own: Partial<DocumentLedgerEntry>): DocumentLedgerEntry {
  return { ...none, ...own };
}
