import { toDocument } from '../../src/reporters/document.js';
import type { ReportDocument } from '../../src/reporters/document.js';
import type { ReportedFinding } from '../../src/migration/finding.js';
import type { LedgerEntry } from '../../src/migration/ledger.js';
import { makeFinding, makeResult, makeUnresolved } from '../migration/sample.js';

/** A file name with all that means something to one of the formats. */
export const hostileFile =
  'src/a b%20:c,"d"\'e\'<script>alert(1)</script>&`f`|g\n::error::h\u001B[31m\u202Ei😀é]]>--><!--.js';

/** A request with what ends a table's cell, a code span, an element, a command. */
export const hostileRequest =
  'GET /projects/{}?q=a|b``c`\\|</script><img src=x onerror=alert(1)>%0A::error::x\u2028@all #1';

/** Begins with a byte order mark; lines end in three ways. */
export const source = '\uFEFFone();\r\n\tconst 名 = "😀</script>";\u2028two(three);\nfour();\n';

const start = source.indexOf('two');

const words = `Write \`x\` [link](javascript:alert(1)) <b>bold</b> *star* _under_ @all #1 !2 ~label | pipe \u0007`;

export function makeHostileFinding(finding: Partial<ReportedFinding> = {}): ReportedFinding {
  return makeFinding({
    place: { file: hostileFile, start, end: start + 3 },
    says: words,
    message: `${words} (branch-parameter)`,
    request: hostileRequest,
    replacement: hostileRequest,
    edits: [
      { file: hostileFile, start, end: start + 3, text: '</script>\r\n2' },
      { file: 'src/other.js', start: 1, end: 4, text: 'uno' },
    ],
    symbol: 'A<B>.`c`',
    ...finding,
  });
}

export function makeLedgerEntry(entry: Partial<LedgerEntry> = {}): LedgerEntry {
  const none = { fixed: 0, fixable: 0, suggestion: 0, manual: 0, guarded: 0 };
  return { ...none, acknowledged: 0, baselined: 0, unresolved: 0, fine: 0, ...entry };
}

/** One of everything, each as nasty as it can be; the fingerprints are all the same. */
export function makeHostileDocument(): ReportDocument {
  const finding = makeHostileFinding();
  const acknowledged = makeHostileFinding({
    place: { file: 'src/ignored.js', start: ignored.indexOf('two'), end: ignored.indexOf('two') + 3 },
  });
  const result = makeResult({
    findings: [
      finding,
      makeHostileFinding({ certainty: 'manual', edits: [], change: 'house-row' }),
      makeHostileFinding({ certainty: 'suggestion', heldBy: [`${hostileFile}:1 issue-iid`] }),
    ],
    possible: [finding],
    guarded: [finding],
    acknowledged: [acknowledged],
    baselined: [finding],
    unresolved: [makeUnresolved({ place: finding.place, reason: words })],
    baselinedUnresolved: [makeUnresolved({ place: finding.place, reason: words })],
    notices: [{ kind: 'unused-ignore', change: null, place: finding.place, message: words }],
    errors: [{ file: hostileFile, message: words }],
    ledger: new Map([['branch-parameter', makeLedgerEntry({ fixable: 3, manual: 1, fine: 2 })]]),
  });
  return toDocument({ result, text: (file) => (file === 'src/ignored.js' ? ignored : source), done: null });
}

const ignored = '// v4ward-ignore branch-parameter -- the proxy "translates" it\ntwo();\n';

/** A result of a run that found nothing. */
export function makeFineDocument(): ReportDocument {
  return toDocument({ result: makeResult({ files: 3, requests: 2 }), text: () => source, done: null });
}
