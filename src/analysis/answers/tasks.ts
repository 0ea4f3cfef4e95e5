import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import { agree, agreeOnSome, settle } from './answer.js';
import type { Answer, Context } from './answer.js';
import { givenToVariable } from './given.js';
import { toJoined, toList, toMade } from './made.js';
import { readAnswer } from '../responses.js';
import { calleeName, findDeclaration, isExportedHere, nameOfKey } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';

// What async (https://caolan.github.io/async/) hands on: from a task to the next, to the last callback, to a worker

/** What a task of `async.waterfall([one, other], done)` is given: what the one before it gives its callback. */
export function givenToTask(
  context: Context,
  list: TSESTree.ArrayExpression,
  task: Node,
  index: number,
): Answer | null {
  const call = context.tree.parents.get(list);
  if (call?.type === 'Property') return givenToDependent(context, call, task, index);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== list || methodOf(context, call) !== 'waterfall')
    return null;
  const before = list.elements[list.elements.findIndex((element) => element === task) - 1];
  return before == null ? null : resultOf(context, before, index + 1);
}

/** `async.auto({ user: (done) => …, issues: ['user', (results, done) => …] })`: what the others came to, whose names stand before it. */
function givenToDependent(context: Context, property: TSESTree.Property, task: Node, index: number): Answer | null {
  const all = context.tree.parents.get(property);
  const call = all === undefined ? undefined : context.tree.parents.get(all);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== all || methodOf(context, call) !== 'auto') return null;
  return index === 0 && taskIn(property.value) === task ? toResults(context, call, tasksOf(call)) : null;
}

/** `['user', task]`. */
function taskIn(node: Node): Node {
  return (node.type === 'ArrayExpression' ? node.elements.at(-1) : undefined) ?? node;
}

const workerMethod = /^(?:queue|priorityQueue|cargo|cargoQueue)$/;

/** What a worker is given: what is put into the queue that is made with it, `const queue = async.queue(worker)`. Null if that is out of sight. */
export function givenToWorker(context: Context, call: TSESTree.CallExpression, index: number): Answer | null {
  const method = methodOf(context, call) ?? '';
  if (index !== 0 || !workerMethod.test(method)) return null;
  const declarator = context.tree.parents.get(call);
  if (declarator?.type !== 'VariableDeclarator' || isExportedHere(context.tree, declarator.id)) return null;
  const queue = findDeclaration(context.tree, declarator.id);
  const task = settle(agreeOnSome(context, queue === null ? [] : readQueued(context, queue)));
  return method.startsWith('cargo') ? toList(task) : task;
}

/** `queue.push(project)`, `queue.unshift(projects)`. Who else has the queue may put anything into it. */
function readQueued(context: Context, { references }: Variable): (Answer | null)[] {
  return references.flatMap(({ identifier, init }) => {
    if (init === true) return [];
    const member = context.tree.parents.get(identifier);
    if (member?.type !== 'MemberExpression') return [null];
    const put = context.tree.parents.get(member);
    if (put?.type !== 'CallExpression' || put.callee !== member || !/^(?:push|unshift)/.test(calleeName(put)))
      return [];
    const [given] = put.arguments;
    return given === undefined ? [] : [toJoined(settle(readAnswer(context, given)))];
  });
}

/** What the last callback is given: the result of the last task, or the list of all results. */
export function givenToLast(
  context: Context,
  call: TSESTree.CallExpression,
  position: number,
  index: number,
): Answer | null {
  if (position === 0 || position !== call.arguments.length - 1 || index === 0) return null;
  const method = methodOf(context, call) ?? '';
  const tasks = tasksOf(call);
  const last = [...tasks.values()].at(-1);
  if (method === 'waterfall') return last === undefined ? null : resultOf(context, last, index);
  if (index > 1) return null;
  if (/^(?:(?:parallel|series)(?:Limit)?|auto)$/.test(method)) return toResults(context, call, tasks);
  const iterator = call.arguments[position - 1];
  if (method === 'retry') return iterator === undefined ? null : resultOf(context, iterator, 1);
  if (/^concat(?:Series|Limit)?$/.test(method) && iterator !== undefined && position > 1)
    return toList(toJoined(resultOf(context, iterator, 1)));
  return /^(?:map(?:Series|Limit)?|times(?:Series|Limit)?)$/.test(method) && iterator !== undefined && position > 1
    ? toList(resultOf(context, iterator, 1))
    : null;
}

function toResults(context: Context, home: Node, tasks: ReadonlyMap<string, Node>): Answer {
  const of = new Map([...tasks].map(([name, task]) => [name, resultOf(context, task, 1)]));
  return toMade({ kind: 'results', home, of });
}

/** The tasks by their names: their indexes in a list. */
function tasksOf({ arguments: [list] }: TSESTree.CallExpression): ReadonlyMap<string, Node> {
  if (list?.type === 'ArrayExpression')
    return new Map(list.elements.flatMap((task, index) => (task === null ? [] : [[String(index), task]])));
  if (list?.type !== 'ObjectExpression') return new Map();
  return new Map(
    list.properties.flatMap((property): [string, Node][] => {
      const name = property.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
      return property.type === 'Property' && name !== null ? [[name, taskIn(property.value)]] : [];
    }),
  );
}

/** What a task gives its callback, which is its last parameter, at a position. */
function resultOf(context: Context, task: Node, index: number): Answer | null {
  const value = evaluate(context.evaluation, context.tree, task, context.frame);
  const callback = value.kind === 'function' ? value.node.params.at(-1) : undefined;
  if (value.kind !== 'function' || callback?.type !== 'Identifier' || context.depth > deepestTasks) return null;
  const variable = findDeclaration(value.tree, callback);
  const inner: Context = { ...context, tree: value.tree, frame: value.frame, depth: context.depth + 1 };
  return variable === null ? null : settle(agree(givenToVariable(inner, variable, index)));
}

const deepestTasks = 8;

function methodOf({ evaluation, tree, frame }: Context, call: TSESTree.CallExpression): string | null {
  const callee = evaluate(evaluation, tree, call.callee, frame);
  if (callee.kind !== 'external') return null;
  const [root = '', ...names] = [...(callee.module?.split('/') ?? []), ...callee.path];
  return /^(?:async|async-es|neo-async)$/.test(root) ? (names.at(-1) ?? null) : null;
}
