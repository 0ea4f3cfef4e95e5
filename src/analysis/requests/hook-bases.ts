import { parseRequest } from '../../http/request.js';
import { nothing } from '../../http/text.js';
import type { Text } from '../../http/text.js';
import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { enter } from '../values/calls.js';
import { ancestorsOf, calleeName, contains, nameOfKey, nodesIn, sourceOf, walk } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf, toOrigin, unknownAt } from '../value.js';
import type { FunctionValue, Given, Value } from '../value.js';
import type { Hook } from './found-request.js';

// The base that a function puts in front of the addresses of requests before they are sent

/** What such functions put there, as if the client had been made with it: `request.url = base + request.url`. */
export function basesOfHooks(evaluation: Evaluation, hooks: readonly Hook[]): Given[] {
  return hooks.flatMap(({ of, value }) => (of === 'request' ? basesOf(evaluation, value) : []));
}

/** Whether a hook writes addresses: where no base is known that it puts there, a request may be behind any. */
export function writesAddress({ of, value }: Hook): boolean {
  return (
    of === 'request' &&
    optionsOf(value).some((option) => option.kind === 'function' && addressesWritten(option).length > 0)
  );
}

/** By what stands there, since thousands of requests may go through one hook. */
const bases = new WeakMap<Evaluation, WeakMap<Value, readonly Given[]>>();

function basesOf(evaluation: Evaluation, hook: Value): readonly Given[] {
  const own = bases.get(evaluation) ?? new WeakMap<Value, readonly Given[]>();
  bases.set(evaluation, own);
  const known = own.get(hook);
  if (known !== undefined) return known;
  const found = optionsOf(hook).flatMap((option) => (option.kind === 'function' ? readBase(evaluation, option) : []));
  own.set(hook, found);
  return found;
}

/** Not where there are several: which one a request gets is for the hook to say. */
function readBase(evaluation: Evaluation, hook: FunctionValue): Given[] {
  const { tree } = hook;
  const [written, ...others] = [...addressesWritten(hook), ...basesWritten(hook)];
  if (written === undefined || others.length > 0 || !isForAll(tree, written, hook.node)) return [];
  const isBase = basesWritten(hook).includes(written);
  const given = hook.node.params.map((parameter) => unknownAt(tree, parameter, null));
  const frame = enter(hook, given, null);
  renewBudget(evaluation, tree);
  const options = optionsOf(evaluate(evaluation, tree, written, frame));
  // `config.baseURL || base`: which clients have one of their own is not asked here.
  if (isBase && options.some(({ kind }) => kind !== 'text')) return [];
  return options.flatMap((option): Given[] => {
    const front = option.kind !== 'text' ? null : isBase ? option.text : frontOf(option.text);
    if (front === null || parseRequest(nothing, front).version === null) return [];
    const value: Value = { kind: 'text', primitive: 'string', text: front };
    return [{ role: 'url', value, node: written, tree, frame, ...(isBase ? {} : { behind: true }) }];
  });
}

/** `request.url = …`, `{ ...config, url: … }`, `request.clone({ url: … })`. */
function addressesWritten(hook: FunctionValue): Node[] {
  return writtenTo(hook, /^ur[il]$/);
}

/** `config.baseURL = …`. */
function basesWritten(hook: FunctionValue): Node[] {
  return writtenTo(hook, /^base(?:URL|Url)$/);
}

function writtenTo({ tree, node: hook }: FunctionValue, names: RegExp): Node[] {
  const isNamed = (key: Node, computed: boolean): boolean => names.test(nameOfKey(key, computed) ?? '');
  const found: Node[] = [];
  walk(hook, (node) => {
    if (node.type === 'AssignmentExpression') {
      const { left, right } = node;
      if (left.type === 'MemberExpression' && isNamed(left.property, left.computed)) found.push(right);
    } else if (node.type === 'Property' && isNamed(node.key, node.computed) && isOfRequest(tree, node))
      found.push(node.value);
  });
  return found;
}

function isOfRequest(tree: Tree, property: Node): boolean {
  const record = tree.parents.get(property);
  if (record?.type !== 'ObjectExpression') return false;
  if (record.properties.some(({ type }) => type === 'SpreadElement')) return true;
  const call = tree.parents.get(record);
  return call?.type === 'CallExpression' && calleeName(call) === 'clone';
}

/** Whether all addresses without a host get it: what is asked before is whether one has a host. */
function isForAll(tree: Tree, written: Node, hook: Node): boolean {
  if (written.type === 'ConditionalExpression' && !asksForHost(tree, written.test)) return false;
  let inside = written;
  for (const ancestor of ancestorsOf(tree, written)) {
    if (ancestor === hook) return true;
    const isAsked = ancestor.type === 'IfStatement' || ancestor.type === 'ConditionalExpression';
    if (isAsked && inside !== ancestor.test && !asksForHost(tree, ancestor.test)) return false;
    if (ancestor.type === 'LogicalExpression' && inside === ancestor.right && !asksForHost(tree, ancestor.left))
      return false;
    inside = ancestor;
  }
  return true;
}

/** `url[0] === '/'`, `!/^https?:/.test(url)`, `!isAbsolute(url)`. */
function asksForHost(tree: Tree, test: Node): boolean {
  const texts = nodesIn(tree.texts, test).filter((text) => contains(test, text));
  return /ur[il]\b/i.test(sourceOf(tree, test)) && texts.every((text) => ofHosts.test(sourceOf(tree, text)));
}

const ofHosts = /^(?:['"`](?:\/|\/\/|:\/\/|https?:?(?:\/\/)?)['"`]|\/\^?.*(?:https?|\\\/).*\/\w*|\d+|null|undefined)$/;

/** What stands before the address that a hook was given, by whatever name a helper that puts them together has it. */
function frontOf(text: Text): Text | null {
  const address = text.at(-1);
  if (address?.kind !== 'hole') return null;
  const origin = toOrigin(address);
  const sources = [address.label, ...(origin === null ? [] : [sourceOf(origin.tree, origin.node)])];
  return sources.some((source) => /\bur[il]\b/i.test(source)) ? text.slice(0, -1) : null;
}
