import { frameAround } from './bindings.js';
import { callFunction } from './calls.js';
import { isStaticLeftOpen, tablesOf } from './class-tables.js';
import { genericInstance } from './classes.js';
import type { At } from './members.js';
import { withWrites } from './writes.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { isClass, isFunction, nameOfKey } from '../syntax/tree.js';
import { absent, choose, unknownAt } from '../value.js';
import type { ClassValue, FunctionValue, Value } from '../value.js';

// Static members of classes

/**
 * A static member of a class, or a property that was put on a function; where code adds to it, it is out of sight.
 *
 * @param self the class that was asked, which may have inherited the member
 */
export function readStatic(evaluation: Evaluation, of: ClassValue, name: string, at: At, self: ClassValue = of): Value {
  if (name === 'prototype') return genericInstance(of);
  const value = readStaticDefinition(evaluation, of, name, at, self);
  if (value.kind === 'text' && tablesOf(of).grown.has(name)) return unknownAt(at.tree, at.node, at.frame);
  const written = value.kind === 'absent' ? (readStaticWrites(evaluation, of, name, at) ?? value) : value;
  const own = withWrites(evaluation, of.node, name, written) ?? written;
  // As with a field of an instance: what no assignment puts in, `Object.assign(Settings, given)` may.
  return own.kind === 'absent' && isStaticLeftOpen(of, name) ? unknownAt(at.tree, at.node, at.frame) : own;
}

/** What the class puts into a static member later that begins with nothing: the instance of a singleton. */
function readStaticWrites(evaluation: Evaluation, of: ClassValue, name: string, at: At): Value | null {
  const later = (tablesOf(of).statics.get(name) ?? []).map((right) =>
    evaluate(evaluation, of.tree, right, frameAround(of.tree, of.frame, right)),
  );
  return later.length === 0 ? null : choose(later, () => unknownAt(at.tree, at.node, at.frame));
}

function readStaticDefinition(evaluation: Evaluation, of: ClassValue, name: string, at: At, self: ClassValue): Value {
  if (isClass(of.node)) {
    for (const element of of.node.body.body) {
      if (element.type !== 'MethodDefinition' && element.type !== 'PropertyDefinition') continue;
      if (!element.static || nameOfKey(element.key, element.computed) !== name) continue;
      if (element.type === 'PropertyDefinition')
        return element.value === null ? absent : evaluate(evaluation, of.tree, element.value, of.frame);
      if (!isFunction(element.value)) continue;
      const method: FunctionValue = {
        kind: 'function',
        tree: of.tree,
        node: element.value,
        frame: of.frame,
        self,
        bound: [],
      };
      return element.kind === 'get' ? callFunction(evaluation, method, [], null) : method;
    }
  }
  const assigned = tablesOf(of).statics.get(name)?.at(-1);
  if (assigned !== undefined) return evaluate(evaluation, of.tree, assigned, frameAround(of.tree, of.frame, assigned));
  const parent =
    isClass(of.node) && of.node.superClass !== null
      ? evaluate(evaluation, of.tree, of.node.superClass, of.frame)
      : null;
  return parent?.kind === 'class'
    ? readStatic(evaluation, parent, name, at, self)
    : unknownAt(at.tree, at.node, at.frame);
}
