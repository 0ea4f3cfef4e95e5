import type { DocumentRequest, Unknown } from '../document.js';
import type { Site } from './script.js';

interface Sending {
  readonly site: Site;
  readonly requests: readonly DocumentRequest[];
}

const reason = 'another branch asks v4 here, so this may serve both versions: choose what stays';

/** Requests of v3 beside which another branch sends one of v4: a person knows whether both are still needed. */
export function servesBoth(sendings: readonly Sending[]): Unknown[] {
  const modern = sendings.filter(({ requests }) => requests.some(isModern));
  return sendings.flatMap(({ site, requests }) => {
    const old = requests.filter(({ request: { version } }) => version === 'v3');
    const isChoice = modern.some((other) => other.site === site || isOtherBranch(site, other.site));
    return isChoice ? old.slice(0, 1).map(({ place }) => ({ place, reason })) : [];
  });
}

function isModern({ request: { version } }: DocumentRequest): boolean {
  return version === 'v4';
}

/** Whether two commands of one function stand in different lists: of an `if`, a `case`, or around `||`. */
function isOtherBranch(one: Site, other: Site): boolean {
  if (one.owner !== other.owner) return false;
  const parts = one.around.findIndex((each, index) => other.around[index] !== each);
  const common = parts === -1 ? one.around.length : parts;
  if (common < one.around.length && common < other.around.length) return true;
  const last = one.around[common - 1];
  return last?.type === 'AndOr' && last.operators.includes('||');
}
