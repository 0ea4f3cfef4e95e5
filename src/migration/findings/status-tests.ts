import { findStatusNodes } from '../../analysis/answers/status-tests.js';
import type { Read } from '../../analysis/answers/reads.js';
import { toPlace } from '../../analysis/syntax/tree.js';
import { planRead } from '../edits/plan-read.js';
import type { Judged } from '../judge.js';
import type { Claim } from '../settle.js';
import { toFinding } from './answers.js';
import type { Sight } from './identify.js';
import { answersTo, hasHiddenMethod } from './senders.js';

const ofAll = 'it is asked of the answers to other requests too';

/**
 * What a client asks of the statuses of all its answers, `validateStatus: (status) => status === 200`, where v4 answers some
 * of its requests with another: for a person, once for each row.
 *
 * @param judged the requests whose route is in sight
 */
export function claimStatusTests(judged: readonly Judged[], { evaluation, rows }: Sight): Claim[] {
  return judged.flatMap((one) => {
    const { found, version } = one;
    if (version !== 'v3' || found.answered !== null || hasHiddenMethod(found.request)) return [];
    const told = answersTo(found.request, rows).filter(({ answer }) => answer.statuses !== undefined);
    if (told.length === 0) return [];
    return findStatusNodes(evaluation, found).flatMap((node) => {
      const read: Read = { ...node, kind: 'status', name: 'status', requests: [found], type: null };
      return told.flatMap(({ change, answer }): Claim[] => {
        const planned = planRead(read, change, answer);
        if (planned === null) return [];
        const place = toPlace(read.tree, read.node);
        const manual = { ...planned, certainty: 'manual', reason: ofAll, edits: [], place } as const;
        return [{ finding: toFinding(one, change, manual), row: change, judged: one, ofAnswer: true }];
      });
    });
  });
}
