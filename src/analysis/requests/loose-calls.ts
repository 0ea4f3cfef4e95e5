import type { TSESTree } from '@typescript-eslint/types';
import { parseRequest } from '../../http/request.js';
import { known, nothing, toKnown } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { toMethod } from '../clients/client.js';
import { readCommand } from './commands.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { textual } from '../values/texts.js';
import type { CallNode } from './found-request.js';
import { calleeName, enclosingFunction, isFunction, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { makeHole, optionsOf } from '../value.js';
import type { Frame } from '../value.js';

// Calls that look like a client's, and the method that is written around an address

/** The method and the address of a call that looks like a client's; null if it does not. */
export function looseArguments(
  evaluation: Evaluation,
  tree: Tree,
  call: CallNode,
  frame: Frame | null,
): LooseArguments | null {
  return (
    argumentsByMethod(evaluation, tree, call, frame) ??
    argumentsByAddress(evaluation, tree, call, frame) ??
    argumentsByCommand(evaluation, tree, call, frame)
  );
}

interface LooseArguments {
  readonly method: Text;
  readonly path: Node;
}

/** `client.get(path)`, `send('GET', path)`, `send('GET', { url: path })`. */
function argumentsByMethod(
  evaluation: Evaluation,
  tree: Tree,
  call: CallNode,
  frame: Frame | null,
): LooseArguments | null {
  if (call.type !== 'CallExpression') return null;
  const [first, second] = call.arguments;
  const named = toMethod(calleeName(call));
  if (first === undefined || first.type === 'SpreadElement') return null;
  if (named !== null && call.callee.type === 'MemberExpression') return { method: known(named), path: first };
  if (second === undefined || isFunction(first) || first.type === 'ObjectExpression') return null;
  const path = toAddress(second);
  const options = optionsOf(evaluate(evaluation, tree, first, frame));
  const methods = options.map((option) => (option.kind === 'text' ? toMethod(toKnown(option.text) ?? '') : null));
  const [said = null] = methods;
  const [given] = options;
  if (given?.kind === 'unknown' && /^(?:http)?(?:method|verb)$/i.test(given.hole.label))
    return { method: [given.hole], path };
  if (methods.every((method) => method === null)) return null;
  return { method: methods.length === 1 && said !== null ? known(said) : [makeHole(tree, first, frame)], path };
}

/** What is given behind a method: an address, or a record of options that has one. */
export function toAddress(given: Node): Node {
  return given.type === 'ObjectExpression' ? (addressOfRecord(given) ?? given) : given;
}

function addressOfRecord(record: TSESTree.ObjectExpression): Node | null {
  return valueOf(record, /^(?:ur[il]|href|endpoint)$/);
}

/** `sendRequest(base + path, options)`, `sendRequest({ url: base + path, method })`: the base says whose API it is. */
function argumentsByAddress(
  evaluation: Evaluation,
  tree: Tree,
  call: CallNode,
  frame: Frame | null,
): LooseArguments | null {
  if (call.type !== 'CallExpression' || !isSender(call)) return null;
  const [first] = call.arguments;
  const path = first?.type === 'ObjectExpression' ? addressOfRecord(first) : first;
  if (path === undefined || path === null || path.type === 'SpreadElement') return null;
  const options = optionsOf(textual(evaluate(evaluation, tree, path, frame), tree, path, frame));
  const isOfApi = options.some(
    (option) => option.kind === 'text' && parseRequest(nothing, option.text).version !== null,
  );
  return isOfApi ? { method: methodOfOptions(evaluation, tree, call, frame), path } : null;
}

/** `execSync('curl -X DELETE ' + base + path)`: the text has all of it. */
function argumentsByCommand(
  evaluation: Evaluation,
  tree: Tree,
  call: CallNode,
  frame: Frame | null,
): LooseArguments | null {
  const [command] = call.arguments;
  if (call.type !== 'CallExpression' || !runners.test(calleeName(call))) return null;
  if (command === undefined || command.type === 'SpreadElement' || isFunction(command)) return null;
  const options = optionsOf(textual(evaluate(evaluation, tree, command, frame), tree, command, frame));
  return options.some((option) => option.kind === 'text' && readCommand(option.text) !== null)
    ? { method: [makeHole(tree, call, frame)], path: command }
    : null;
}

/** `exec(command)`: something out of sight runs a command that is in sight, and does nothing else with its text. */
export function runsCommand(evaluation: Evaluation, tree: Tree, call: CallNode, argument: Node): boolean {
  if (call.arguments[0] !== argument || argumentsByCommand(evaluation, tree, call, null) === null) return false;
  const { kind } = evaluate(evaluation, tree, call.callee, null);
  return kind === 'external' || (kind === 'unknown' && call.callee.type === 'Identifier');
}

const runners = /^(?:exec|run|spawn|sh(?:ell)?$|command)/i;

/** `method` of the first options that have one; a hole if none says. */
function methodOfOptions(evaluation: Evaluation, tree: Tree, call: TSESTree.CallExpression, frame: Frame | null): Text {
  for (const argument of call.arguments) {
    const method = argument.type === 'ObjectExpression' ? valueOf(argument, /^(?:method|type|verb)$/i) : null;
    if (method === null) continue;
    const value = evaluate(evaluation, tree, method, frame);
    const said = value.kind === 'text' ? toMethod(toKnown(value.text) ?? '') : null;
    return said === null ? [makeHole(tree, method, frame)] : known(said);
  }
  return [makeHole(tree, call, frame)];
}

function valueOf({ properties }: TSESTree.ObjectExpression, name: RegExp): Node | null {
  for (const property of properties)
    if (property.type === 'Property' && name.test(nameOfKey(property.key, property.computed) ?? ''))
      return property.value;
  return null;
}

/** The method that stands beside an address: the callee's name, an argument before it, a property beside it. A hole if there is none. */
export function methodAround(tree: Tree, node: Node): Text {
  const parent = tree.parents.get(node);
  const hidden: Text = [makeHole(tree, node, null)];
  if (parent?.type === 'CallExpression' && parent.callee !== node) {
    const others = parent.arguments.filter((argument) => argument !== node);
    const said = toMethod(calleeName(parent)) ?? methodIn(others) ?? methodIn(others.flatMap(methodsOf));
    return said === null ? hidden : known(said);
  }
  const record = recordAround(tree, node);
  const said = record === null ? null : methodIn(methodsOf(record));
  return said === null ? hidden : known(said);
}

/** The record that an address stands in, or a function that gives it: `{ endpoint: () => address }`. */
export function recordAround(tree: Tree, node: Node): TSESTree.ObjectExpression | null {
  const owner = isReturned(tree, node) ? enclosingFunction(tree, node) : null;
  const value = owner ?? node;
  const property = tree.parents.get(value);
  if (property?.type !== 'Property' || property.value !== value) return null;
  if (owner !== null && !addressNames.test(nameOfKey(property.key, property.computed) ?? '')) return null;
  const record = tree.parents.get(property);
  return record?.type === 'ObjectExpression' ? record : null;
}

const addressNames = /^(?:ur[il]|href|endpoint|address|path|link)$/i;

function isReturned(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  return parent?.type === 'ReturnStatement' || (isFunction(parent) && parent.body === node);
}

/** What a record says of the method. */
function methodsOf(record: Node): Node[] {
  if (record.type !== 'ObjectExpression') return [];
  return record.properties.flatMap((property) =>
    property.type === 'Property' && /^(?:method|type|verb)$/i.test(nameOfKey(property.key, property.computed) ?? '')
      ? [property.value]
      : [],
  );
}

/** The first of the expressions that is a method in writing; null if none is. */
export function methodIn(nodes: readonly Node[]): string | null {
  for (const node of nodes) {
    if (node.type === 'Literal' && typeof node.value === 'string' && /^[a-z]+$/i.test(node.value)) {
      const method = toMethod(node.value);
      if (method !== null) return method;
    }
  }
  return null;
}

/**
 * Whether a call that nobody sees into sends what it is given: by its name, `sendRequest`, or as a member that its
 * callers name, `axios[verb]`. `Base.call(this, options)` calls what stands before.
 */
export function isSender(call: TSESTree.CallExpression): boolean {
  if (isNamedElsewhere(call.callee)) return true;
  const [first] = call.arguments;
  return first?.type !== 'ThisExpression' && senders.test(calleeName(call));
}

function isNamedElsewhere(callee: Node): boolean {
  return callee.type === 'MemberExpression' && nameOfKey(callee.property, callee.computed) === null;
}

const senders =
  /fetch|request|qwest|ajax|xhr|curl|^(?:send|call|http|rest|api|req|client|transport|load|download|execute|perform)$/i;
