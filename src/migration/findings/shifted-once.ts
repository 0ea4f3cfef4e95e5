import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { contains, nodeAround } from '../../analysis/syntax/tree.js';
import type { Node } from '../../analysis/syntax/tree.js';
import type { Change } from '../../catalogue/change.js';
import { toKnown } from '../../http/text.js';
import type { Source } from '../../http/text.js';
import type { Edit } from '../finding.js';
import type { Claim } from '../settle.js';
import { countedElsewhere, shiftsNumbers } from './findings.js';

/**
 * A number that is counted on where it is sent, `page + 1`, is counted on for whatever the expression may hold: its
 * default, `query.page || 0`, stays as it is then.
 */
export function shiftedOnce(claims: readonly Claim[], evaluation: Evaluation): readonly Claim[] {
  const shifts = claims.flatMap((claim) => toShift(claim, evaluation) ?? []);
  if (shifts.length === 0) return claims;
  return claims.map((claim) => {
    const shift = isCounted(claim) ? shifts.find((each) => isShiftOf(each, claim)) : undefined;
    return shift === undefined ? claim : { ...claim, finding: shift.claim.finding };
  });
}

/** A claim that adds to an expression where it stands, `${page + 1}`. */
interface Shift {
  readonly claim: Claim;
  readonly edit: Edit;
  /** The innermost call of those that lead to the request that the expression stands in. */
  readonly call: Node;
}

function toShift(claim: Claim, evaluation: Evaluation): Shift | null {
  const { finding, row, judged } = claim;
  const [edit, ...others] = finding.edits;
  if (!shiftsNumbers(row) || edit === undefined || others.length > 0 || isNumber(edit.text)) return null;
  const tree = openTree(evaluation, edit.file);
  if (tree === null) return null;
  const node = nodeAround(tree, edit);
  const call = callsOf(judged.found)
    .filter((each) => each.tree.file === edit.file && contains(each.node, node))
    .at(-1)?.node;
  const isArm = /^(?:Conditional|Logical)Expression$/.test(tree.parents.get(node)?.type ?? '');
  return call === undefined || isArm ? null : { claim, edit, call };
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

/** The calls that lead to a request, outermost first, and the one that sends it. */
function callsOf({ tree, node, chain }: FoundRequest): readonly { tree: FoundRequest['tree']; node: Node }[] {
  return [...chain, { tree, node }];
}

/** Whether a number in sight is counted on, or would be if it were clear what else reads it. */
function isCounted({ finding, row }: Claim): boolean {
  return (
    shiftsNumbers(row) &&
    (finding.edits.length === 0
      ? finding.reason === countedElsewhere
      : finding.edits.every(({ text }) => isNumber(text)))
  );
}

/** Whether a number is sent by the same call as an expression, and stands in front of that call. */
function isShiftOf({ claim, call, edit }: Shift, { row, judged: { found } }: Claim): boolean {
  const numbers = numbersOf(found, row);
  return (
    claim.row === row &&
    callsOf(found).some(({ tree, node }) => node === call && tree.file === edit.file) &&
    numbers.length > 0 &&
    numbers.every(({ file, literal, start, end }) => {
      const isOfAddress = literal.end - literal.start > end - start + 2;
      return !isOfAddress && (file !== edit.file || end <= call.range[0] || call.range[1] <= start);
    })
  );
}

/** Where the numbers that a row counts on stand. */
function numbersOf({ request }: FoundRequest, { revalued = {} }: Change): Source[] {
  return request.parameters.flatMap(({ name, value }) =>
    value !== null && revalued[toKnown(name) ?? ''] !== undefined
      ? value.flatMap((piece) => (piece.kind === 'known' && piece.source !== null ? [piece.source] : []))
      : [],
  );
}
