import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { asRecord } from '../modules.js';
import { isFunction } from '../syntax/tree.js';
import type { FunctionNode } from '../syntax/tree.js';
import type { ClassValue, FunctionValue, InstanceValue, RecordValue, Value } from '../value.js';
import { choose } from '../value.js';
import { tablesOf } from './class-tables.js';

// What records are put on a prototype: `Object.assign(Lab.prototype, http, require('./issues'))`

/**
 * A member of the instances of a class with what such a record has of the same name, the last one that has it: which of the
 * two was put there later is not looked at. Null if there is neither.
 *
 * @param own what the class itself gives it
 */
export function withMixedIn(
  evaluation: Evaluation,
  instance: InstanceValue,
  of: ClassValue,
  name: string,
  own: Value | null,
): Value | null {
  const value = recordsOf(evaluation, of)
    .map((record) => record.entries.get(name)?.value)
    .findLast((each) => each !== undefined);
  const mixed = value?.kind === 'function' ? withSelf(value, instance) : value;
  if (mixed === undefined || own === null) return mixed ?? own;
  return choose([own, mixed], () => own);
}

/** The functions that a class has of such records, by name. */
export function mixedMethods(evaluation: Evaluation, of: ClassValue): Map<string, FunctionValue> {
  const entries = recordsOf(evaluation, of).flatMap((record) => [...record.entries]);
  return new Map(
    entries.flatMap(([name, { value }]) => (value.kind === 'function' && isOwn(value.node) ? [[name, value]] : [])),
  );
}

/** An arrow function has the `this` of where it stands. */
function isOwn(node: FunctionNode): boolean {
  return isFunction(node) && node.type !== 'ArrowFunctionExpression';
}

function withSelf(value: FunctionValue, self: InstanceValue): FunctionValue {
  return isOwn(value.node) && value.self?.kind !== 'instance' ? { ...value, self } : value;
}

function recordsOf(evaluation: Evaluation, of: ClassValue): RecordValue[] {
  return tablesOf(of).mixed.flatMap((node) => {
    const value = asRecord(evaluation, evaluate(evaluation, of.tree, node, of.frame));
    return value.kind === 'record' ? [value] : [];
  });
}
