import type { Place } from '../../http/text.js';
import type { Unresolved } from '../finding.js';
import type { Judged } from '../judge.js';
import { baseOf } from '../bases.js';
import type { Obstacle } from '../settle.js';
import type { Setting } from '../settings.js';

/**
 * Bases of v3 in settings that no edit moves, each with its own name: what takes its base from there stays what it is until
 * a person has moved them.
 *
 * @param isSettled whether a person has said that it is
 */
export function listSettings(
  all: readonly Judged[],
  isSettled: (change: string, place: Place) => boolean,
): Map<Obstacle, readonly string[]> {
  return new Map(
    settingsOf(all)
      .filter(({ place, isHidden }) => !isHidden && !isSettled(prefix, place))
      .map(({ place, base }) => [{ place, what: prefix }, [base]]),
  );
}

const prefix = 'api-prefix';

/** Bases of v3 that expressions put together, with the name of each: it moves with no other base. */
export function listHiddenBases(all: readonly Judged[]): (readonly [Unresolved, readonly string[]])[] {
  const reason =
    'the expression that puts `/api/v3` into the address cannot be followed: change it together with the requests behind it';
  return settingsOf(all)
    .filter(({ isHidden }) => isHidden)
    .map(({ place, base }) => [{ place, reason }, [base]] as const);
}

function settingsOf(all: readonly Judged[]): Setting[] {
  const moved = new Set(
    all.flatMap(({ found, service }) => (service === 'gitlab' ? (baseOf(found.request) ?? []) : [])),
  );
  const settings = all.flatMap((one) => (one.service === 'other' ? [] : one.settings));
  const open = settings.filter(({ version, base }) => version === 'v3' && !moved.has(base));
  return [...new Map(open.map((setting) => [setting.base, setting])).values()];
}
