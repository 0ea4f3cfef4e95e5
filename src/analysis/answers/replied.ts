import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import { calleeName, findDeclaration, findVariable, isFunction, nameOfKey, unwrap } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Value } from '../value.js';
import type { Answer, Context } from './answer.js';
import { callsNamed, isSameTopic, topicOf } from './gifts.js';
import type { Gift } from './gifts.js';
import { agreeOnGifts } from './held.js';
import { testsAround } from './message-tests.js';

// What one part of a program answers to a message of another: https://developer.chrome.com/docs/extensions/develop/concepts/messaging, https://www.electronjs.org/docs/latest/api/ipc-main

/** `chrome.runtime.sendMessage({ type: 'list' }, (projects) => …)`. */
export function readReply(context: Context, owner: FunctionNode, index: number): Answer | null {
  const call = context.tree.parents.get(owner);
  const isLast = call?.type === 'CallExpression' && call.arguments.at(-1) === owner;
  return isLast && index === 0 && calleeName(call) === 'sendMessage' ? readReplied(context, call) : null;
}

/** `await browser.runtime.sendMessage({ type: 'list' })`, `await ipcRenderer.invoke('list')`. */
export function readReplied(context: Context, call: TSESTree.CallExpression): Answer | null {
  const [message] = call.arguments;
  if (message === undefined) return null;
  const gifts = calleeName(call) === 'invoke' ? giftsOfHandlers(context, message) : giftsOfReplies(context, message);
  const { file } = context.tree;
  return agreeOnGifts(context, `reply ${file} ${String(message.range[0])}`, gifts);
}

/**
 * `window.forge.projects()`, where `contextBridge.exposeInMainWorld('forge', { projects: () => … })` gives the page such a
 * record: https://www.electronjs.org/docs/latest/api/context-bridge
 */
export function readBridged(context: Context, call: TSESTree.CallExpression): Answer | null {
  const [, bridge, ...path] = pathOfGlobal(context.tree, call.callee);
  if (bridge === undefined || path.length === 0) return null;
  const { evaluation, tree } = context;
  const gifts = callsNamed(evaluation, 'exposeInMainWorld').flatMap(({ tree: other, call: { arguments: given } }) => {
    const [name, record] = given;
    if (name === undefined || record === undefined || nameOfKey(name, true) !== bridge) return [];
    return functionsAt(evaluate(evaluation, other, record, null), path);
  });
  return agreeOnGifts(context, `bridge ${tree.file} ${String(call.range[0])}`, gifts);
}

/** The names that lead from the page's globals to something: `forge` and `projects` of `window.forge.projects`. None if it begins in the program. */
function pathOfGlobal(tree: Tree, node: Node): string[] {
  const inner = unwrap(node);
  if (inner.type === 'Identifier') {
    const isOwn = (findVariable(tree, inner)?.defs.length ?? 0) > 0;
    return isOwn ? [] : /^(?:window|globalThis|self)$/.test(inner.name) ? [''] : ['', inner.name];
  }
  const name = inner.type === 'MemberExpression' ? nameOfKey(inner.property, inner.computed) : null;
  const before = inner.type === 'MemberExpression' && name !== null ? pathOfGlobal(tree, inner.object) : [];
  return before.length === 0 || name === null ? [] : [...before, name];
}

function functionsAt(value: Value, path: readonly string[]): Gift[] {
  const [name, ...rest] = path;
  return optionsOf(value).flatMap((option): Gift[] => {
    if (name === undefined) return option.kind === 'function' ? [{ tree: option.tree, node: option.node }] : [];
    const entry = option.kind === 'record' ? option.entries.get(name) : undefined;
    return entry === undefined ? [] : functionsAt(entry.value, rest);
  });
}

/** The functions that `ipcMain.handle` has for a channel. */
function giftsOfHandlers({ evaluation, tree }: Context, channel: Node): Gift[] {
  const topic = topicOf(evaluation, tree, channel);
  return callsNamed(evaluation, 'handle').flatMap(({ tree: other, call: { arguments: given } }): Gift[] => {
    const [name, handler] = given;
    if (name === undefined || handler === undefined || !isSameTopic(topic, topicOf(evaluation, other, name))) return [];
    return [{ tree: other, node: handler }];
  });
}

/** What listeners to messages call the function with that they are given to answer by. */
function giftsOfReplies(context: Context, message: Node): Gift[] {
  return callsNamed(context.evaluation, 'addListener').flatMap(({ tree, call: { callee, arguments: given } }) => {
    const listener = given[0] === undefined ? null : unwrap(given[0]);
    const holder = callee.type === 'MemberExpression' ? callee.object : null;
    const isOfMessages = holder?.type === 'MemberExpression' && /^onMessage/.test(nameOf(holder.property));
    return isOfMessages && listener !== null && isFunction(listener) ? repliesIn(context, tree, listener, message) : [];
  });
}

function nameOf(node: Node): string {
  return node.type === 'Identifier' ? node.name : '';
}

function repliesIn(context: Context, tree: Tree, listener: FunctionNode, message: Node): Gift[] {
  const reply = listener.params[2];
  const uses = reply === undefined ? [] : (findDeclaration(tree, reply)?.references ?? []);
  return uses.flatMap(({ identifier }): Gift[] => {
    const node = replyAt(tree, identifier);
    return node !== null && isMeant(context, message, tree, testsAround(tree, listener, identifier))
      ? [{ tree, node }]
      : [];
  });
}

/** `reply(projects)`, and the promise of `load().then(reply)`. */
function replyAt(tree: Tree, use: Node): Node | null {
  const call = tree.parents.get(use);
  if (call?.type !== 'CallExpression') return null;
  if (call.callee === use) return call.arguments[0] ?? null;
  return call.arguments[0] === use && call.callee.type === 'MemberExpression' && calleeName(call) === 'then'
    ? call.callee.object
    : null;
}

/** Whether a message may be the one that is tested for where it is answered: one of its members is what the test says. */
function isMeant({ evaluation, tree }: Context, message: Node, other: Tree, tests: readonly Node[]): boolean {
  if (tests.length === 0) return true;
  const inner = unwrap(message);
  const parts = inner.type === 'ObjectExpression' ? inner.properties : [];
  const said = parts.length === 0 ? [inner] : parts.flatMap((each) => (each.type === 'Property' ? [each.value] : []));
  const topics = said.map((node) => topicOf(evaluation, tree, node));
  return tests.some((test) => topics.some((topic) => isSameTopic(topic, topicOf(evaluation, other, test))));
}
