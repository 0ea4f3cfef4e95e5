import type { TSESTree } from '@typescript-eslint/types';
import { decide } from './decide.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { replacedAt } from './flow.js';
import { contains, findVariable, isLoopVariable, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Entry, EntryPlace, Frame, RecordValue } from '../value.js';

// Whether an entry of a record is there whatever happens, or only under a condition

interface Where {
  readonly evaluation: Evaluation;
  readonly tree: Tree;
  readonly frame: Frame | null;
}

/** So many variables are asked for that stand for each other. */
const mostVariables = 3;

/** Whether an expression may give nothing: `on && value`, `on ? value : undefined`, or a variable that holds such a value. */
export function mayBeNothing(evaluation: Evaluation, tree: Tree, node: Node, frame: Frame | null): boolean {
  return isSometimesNothing({ evaluation, tree, frame }, node, mostVariables);
}

function isSometimesNothing(where: Where, node: Node, variables: number): boolean {
  const inner = unwrap(node);
  switch (inner.type) {
    case 'ConditionalExpression':
      return mayArmBeNothing(where, inner, variables);
    case 'LogicalExpression':
      if (inner.operator !== '&&') return givesNothing(where, inner.right, variables);
      return decideIn(where, inner.left) !== true || isSometimesNothing(where, inner.right, variables);
    case 'Identifier':
      return variables > 0 && mayVariableBeNothing(where, inner, variables - 1);
    default:
      return false;
  }
}

function decideIn({ evaluation, tree, frame }: Where, test: Node): boolean | null {
  return decide(evaluation, tree, test, frame);
}

function mayArmBeNothing(where: Where, node: TSESTree.ConditionalExpression, variables: number): boolean {
  const decided = decideIn(where, node.test);
  const arms = [node.consequent, node.alternate];
  const taken = decided === null ? arms : [decided ? node.consequent : node.alternate];
  return taken.some((arm) => givesNothing(where, arm, variables));
}

function givesNothing(where: Where, node: Node, variables: number): boolean {
  const { evaluation, tree, frame } = where;
  return evaluate(evaluation, tree, node, frame).kind === 'absent' || isSometimesNothing(where, node, variables);
}

/** Whether a variable begins with nothing, or what may be nothing, and is not sure to be given anything else before it is used. */
function mayVariableBeNothing(where: Where, use: TSESTree.Identifier, variables: number): boolean {
  const { tree } = where;
  const variable = findVariable(tree, use);
  const [definition, ...others] = variable?.defs ?? [];
  const declarator = definition?.node as Node | undefined;
  if (variable == null || others.length > 0 || declarator?.type !== 'VariableDeclarator') return false;
  if (declarator.id.type !== 'Identifier' || contains(declarator, use) || isLoopVariable(tree, declarator))
    return false;
  if (replacedAt(tree, variable, use) > 0) return false;
  return declarator.init === null || givesNothing(where, declarator.init, variables);
}

/** An entry that is put in under a condition: what was there before, or nothing, may be there still. */
export function sometimes(before: Entry | undefined, entry: Entry): Entry {
  if (before === undefined) return { ...entry, optional: true };
  const options = [...new Set([...optionsOf(before.value), ...optionsOf(entry.value)])];
  const isOptional = before.optional === true;
  return {
    ...entry,
    value: { kind: 'choice', options },
    written: writtenAfter(before, entry.written),
    ...(isOptional ? { optional: true } : {}),
  };
}

/** An entry that is put in whatever happens: what was there before is not sent, but says the name too. */
export function replacing(before: Entry | undefined, entry: Entry): Entry {
  const after = writtenAfter(before, entry.written);
  const last = before?.written ?? null;
  if (after === null || last === null || after === entry.written) return entry;
  const replaced = [...(last.earlier ?? []), last].map((place): EntryPlace => ({ ...place, replaced: true }));
  return { ...entry, written: { ...after, earlier: [...(entry.written?.earlier ?? []), ...replaced] } };
}

/** A record after something that may not have happened to it. */
export function mayHaveHappened(before: RecordValue, after: RecordValue): RecordValue {
  const entries = [...after.entries].map(([name, entry]): [string, Entry] => {
    const earlier = before.entries.get(name);
    return [name, entry === earlier ? entry : sometimes(earlier, entry)];
  });
  return { ...after, entries: new Map(entries) };
}

/** What is put into an object that has an entry of the name: the place where that was set says the name too. */
export function writtenAfter(before: Entry | undefined, written: Entry['written']): Entry['written'] {
  const last = before?.written ?? null;
  if (written === null || last === null || isSamePlace(last, written)) return written;
  if (written.earlier?.some((place) => isSamePlace(last, place)) === true) return written;
  return { ...written, earlier: [...(written.earlier ?? []), ...(last.earlier ?? []), last] };
}

function isSamePlace({ key: one }: EntryPlace, { key: other }: EntryPlace): boolean {
  return one.file === other.file && one.start === other.start;
}
