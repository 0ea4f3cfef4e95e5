import type { Change } from '../catalogue/change.js';
import { describeRequest } from '../http/request.js';
import type { FileError, Finding, Result } from '../migration/finding.js';
import { identify } from '../migration/fingerprint.js';
import { addToLedger, countAs, countOpen, countRequests } from '../migration/ledger.js';
import type { Entry } from '../migration/ledger.js';
import { unknownFile } from '../migration/position.js';
import type { RunReport, UnseenRequest } from '../reporters/report.js';
import type { Compared } from './compare.js';
import type { JudgedRequest } from './judge.js';
import type { Run } from './run.js';

type List = 'findings' | 'possible' | 'guarded' | 'acknowledged';

/** What a run found, as a result like that of `check`. What comments settle and tests of the version guard stays so. */
export function toResult(
  run: Run,
  judged: readonly JudgedRequest[],
  compared: readonly Compared[],
  source: Result,
  rows: readonly Change[],
): Result {
  const listOf = toLists(source);
  const pick = (list: List): Finding[] => distinct(compared.filter((one) => listOf(one) === list));
  const own = judged.filter(({ service }) => service === 'gitlab');
  const [findings, guarded, acknowledged] = [pick('findings'), pick('guarded'), pick('acknowledged')];
  return {
    files: new Set(own.flatMap(({ trail }) => trail[0]?.file ?? [])).size,
    requests: own.length,
    ...identify({ findings, possible: pick('possible'), guarded, acknowledged, unresolved: [] }, () => null),
    baselined: [],
    baselinedUnresolved: [],
    notices: [],
    ledger: addToLedger(new Map(), [
      ...countOpen(findings),
      ...countAs(guarded, 'guarded'),
      ...countAs(acknowledged, 'acknowledged'),
      ...countRequests(own.map(toEntry), rows),
    ]),
    errors: [...own.flatMap(describeStay), ...describeEnd(run)],
  };
}

/** What is acknowledged or guarded in the source is so when it runs, and what is GitLab's there is GitLab's. */
function toLists(source: Result): (one: Compared) => List {
  const [open, guarded, acknowledged] = [source.findings, source.guarded, source.acknowledged].map(
    (list) => new Set<Finding>(list),
  );
  return ({ judged, same }) => {
    if (same.some((each) => open?.has(each))) return 'findings';
    if (same.some((each) => acknowledged?.has(each))) return 'acknowledged';
    if (same.some((each) => guarded?.has(each))) return 'guarded';
    return judged.service === 'gitlab' ? 'findings' : 'possible';
  };
}

/** One finding for what a line sends many times, with other ids. */
function distinct(compared: readonly Compared[]): Finding[] {
  const byKey = new Map<string, Finding>();
  for (const { finding } of compared) {
    const key = JSON.stringify([finding.change, finding.place, toKind(finding)]);
    if (!byKey.has(key)) byKey.set(key, finding);
  }
  return [...byKey.values()].sort(byPlace);
}

function toKind({ rule, request }: Finding): string | null {
  return rule === 'no-v3-prefix' || request === null
    ? null
    : request.replace(/\?.*$/s, '').replace(/\/\d+(?=\/|$)/g, '/{}');
}

interface Placed {
  readonly place: Finding['place'];
  readonly change?: string;
}

function byPlace(one: Placed, other: Placed): number {
  return (
    compareTexts(one.place.file, other.place.file) ||
    one.place.start - other.place.start ||
    compareTexts(one.change ?? '', other.change ?? '')
  );
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function toEntry({ request, translation, trail, findings }: JudgedRequest): Entry {
  const [nearest] = trail;
  return {
    site: `${nearest?.file ?? ''}:${String(nearest?.line)}:${String(nearest?.column)} ${describeRequest({ ...request, parameters: [] })}`,
    request,
    translation,
    found: findings.map(({ change }) => change),
  };
}

function describeStay({ stayed, request, trail }: JudgedRequest): FileError[] {
  const what = describeRequest({ ...request, parameters: [] });
  const message = `${what} went to GitLab itself: what http2 sends is not redirected.`;
  return stayed ? [{ file: trail[0]?.file ?? unknownFile, message }] : [];
}

/** What a command would have sent that did not come to its end is not known. */
function describeEnd({ exitCode, signal, command }: Run): FileError[] {
  if (exitCode === 0) return [];
  const end = signal === null ? `ended with exit code ${String(exitCode)}` : `was ended by ${signal}`;
  return [{ file: command.join(' '), message: `${end}, so that requests may be missing here.` }];
}

/** What the run says of the findings of `check`. */
export function toRunReport(
  run: Run,
  to: string | null,
  compared: readonly Compared[],
  source: Result,
  isSelected: (change: string) => boolean,
): RunReport {
  const { command, exitCode, signal, processes, requests } = run;
  const confirmed = new Set(compared.flatMap(({ same }) => same));
  const asked = source.findings.filter(({ change }) => isSelected(change));
  const unseen = compared.filter(({ same, finding }) => same.length === 0 && isSelected(finding.change));
  return {
    command,
    exitCode,
    signal,
    to,
    processes,
    requests: requests.length,
    confirmed: asked.filter((finding) => confirmed.has(finding)),
    notConfirmed: asked.filter((finding) => !confirmed.has(finding)),
    unseen: groupUnseen(unseen),
  };
}

/** What is not seen of one request, together. */
function groupUnseen(compared: readonly Compared[]): UnseenRequest[] {
  const groups = new Map<string, UnseenRequest>();
  for (const { finding } of compared) {
    const { place, request, change } = finding;
    const key = JSON.stringify([place, request]);
    const changes = [...new Set([...(groups.get(key)?.changes ?? []), change])];
    groups.set(key, { place, request: request ?? '', changes });
  }
  return [...groups.values()].sort(byPlace);
}
