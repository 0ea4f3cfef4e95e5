import type { Change } from '../catalogue/change.js';
import { withRows } from '../catalogue/index.js';
import type { Configuration } from '../configuration/configuration.js';
import { describeRequest } from '../http/request.js';
import type { Request } from '../http/request.js';
import type { Service } from '../http/service-names.js';
import { translate } from '../http/translate.js';
import type { Step, Translation } from '../http/translate.js';
import type { Place } from '../http/text.js';
import type { Finding } from '../migration/finding.js';
import { speak } from '../migration/message.js';
import { toOffset, unknownFile } from '../migration/position.js';
import { attributeSent } from './attribute.js';
import type { Located, Locator } from './locate.js';
import type { SentRequest } from './record.js';
import { toRequest } from './request.js';

/** A request that may be GitLab's, and what v4 changes about it. */
export interface JudgedRequest {
  readonly request: Request;
  readonly service: Exclude<Service, 'other'>;
  /** It went to GitLab, though it should have gone elsewhere. */
  readonly stayed: boolean;
  readonly translation: Translation;
  /** The places in the user's files that led to it, nearest first; the findings stand at the first. */
  readonly trail: readonly Located[];
  readonly findings: readonly Finding[];
}

/** What the requests of a run are to v4. Those of other services are left out. */
export function judgeSent(
  requests: readonly SentRequest[],
  configuration: Configuration,
  locator: Locator,
): JudgedRequest[] {
  const rows = withRows(configuration.catalogues).filter(({ id }) => !configuration.ignore.includes(id));
  return requests.flatMap((sent) => {
    const request = toRequest(sent);
    const service = attributeSent(request, sent.headers, configuration);
    if (service === 'other' || (service === 'unknown' && request.version !== 'v3')) return [];
    const trail = locator.locate(sent.frames);
    const translation = translate(request, rows);
    return [
      {
        request,
        service,
        stayed: sent.stayed,
        translation,
        trail,
        findings: findChanges(translation, toPlace(trail), rows),
      },
    ];
  });
}

function toPlace([nearest]: readonly Located[]): Place {
  if (nearest === undefined) return { file: unknownFile, start: 0, end: 0 };
  const start = toOffset(nearest.text, nearest);
  return { file: nearest.file, start, end: start };
}

/** The same that the analysis says of a request that is wholly in sight. */
function findChanges(translation: Translation, place: Place, rows: readonly Change[]): Finding[] {
  const steps = translation.steps.map((step) => toFinding(step, translation, place));
  const notes = translation.notes.flatMap(({ change, says }) => {
    const row = rows.find(({ id }) => id === change);
    return row?.rule === 'review-v4-behavior' ? [toReview(row, says, translation, place)] : [];
  });
  return [...steps, ...notes];
}

function toFinding({ change, certainty, reason }: Step, translation: Translation, place: Place): Finding {
  const { request, replacement } = describe(translation);
  const form = change.prefix === undefined ? replacement : null;
  return {
    ...blank(change, place),
    certainty,
    ...speak(change, certainty, { read: null, form, reason }),
    request,
    replacement,
    reason,
  };
}

function toReview(change: Change, says: string, translation: Translation, place: Place): Finding {
  return {
    ...blank(change, place),
    certainty: 'manual',
    ...speak(change, 'manual', { read: null, form: null, reason: says }),
    ...describe(translation),
    reason: says,
  };
}

function describe({ request, replacement }: Translation): { request: string; replacement: string | null } {
  return {
    request: describeRequest(request),
    replacement: replacement === null ? null : describeRequest(replacement),
  };
}

/** A run edits nothing. */
function blank({ id, rule }: Change, place: Place) {
  return {
    change: id,
    rule,
    place,
    edits: [],
    joint: false,
    transaction: null,
    heldBy: [],
    after: [],
    elsewhere: [],
    from: [place],
  } as const;
}
