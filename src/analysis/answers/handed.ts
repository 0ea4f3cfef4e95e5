import type { TSESTree } from '@typescript-eslint/types';
import { ancestorsOf, calleeName, contains, nameOfKey, nodesIn, unwrap } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { bind, settle } from './answer.js';
import type { Answer, Context } from './answer.js';
import { readReturned } from './calls.js';
import { callsNamed, giftsByMessage, giftsByName, giftsByProcess, giftsBySending, topicOf } from './gifts.js';
import type { Gift, Topic } from './gifts.js';
import { agreeOnGifts, bindHeld, readEntry } from './held.js';
import { toElement } from './made.js';
import { testsAround } from './message-tests.js';
import { readResolved } from './resolvers.js';
import { readBridged, readReplied, readReply } from './replied.js';
import { readSpreadParameter } from './spread-props.js';
import { readStoredText } from './stored.js';
import { readAnswer } from '../responses.js';
import { readWatched } from './watched.js';
import { wrapAnswer } from './unknown-clients.js';

// What stores, emitters and selectors hand to functions: by the name of a message, or of what is kept

/** What a parameter holds where no call of the function is in sight; null if nothing tells. */
export function readHanded(context: Context, owner: FunctionNode, index: number, name: Node): Answer | null {
  const pattern = owner.params[index];
  if (pattern === undefined) return null;
  const datum = bind(readDatum(context, owner, index), pattern, name);
  if (datum !== null || !context.kept) return datum;
  return (
    bind(readWatched(context, owner, index), pattern, name) ??
    bind(readMutation(context, owner, index), pattern, name) ??
    bind(readSelected(context, owner, index), pattern, name) ??
    bind(readStoredText(context, owner, index), pattern, name) ??
    bind(readResolved(context, owner, index), pattern, name) ??
    bindAction(context, owner, pattern, name) ??
    bind(readReply(context, owner, index), pattern, name) ??
    bind(readSpreadParameter(context, owner, index), pattern, name) ??
    (isHandedStore(context.tree, owner) ? bindHeld(context, pattern, name) : null)
  );
}

/** Whether a function may be given part of a store: a component, or one that is handed to somebody. */
function isHandedStore(tree: Tree, owner: FunctionNode): boolean {
  const parent = tree.parents.get(owner);
  if (parent?.type === 'CallExpression' || parent?.type === 'Property') return true;
  return nodesIn(tree.elements, owner).length > 0;
}

/** A member of an action that a reducer is given: `action.payload`. */
export function readActionMember(context: Context, { object }: TSESTree.MemberExpression, name: string): Answer | null {
  if (!context.kept) return null;
  const action = unwrap(object);
  if (action.type !== 'Identifier') return null;
  const owner = [...ancestorsOf(context.tree, object)].find(
    (node): node is FunctionNode =>
      'params' in node && node.params.some((each) => each.type === 'Identifier' && each.name === action.name),
  );
  return owner === undefined ? null : readAction(context, owner, action, name);
}

/** `({ payload }) => …`, `(state, { projects }) => …`. */
function bindAction(context: Context, owner: FunctionNode, pattern: Node, name: Node, at = name): Answer | null {
  if (pattern.type !== 'ObjectPattern') return null;
  const property = pattern.properties.find((each) => contains(each, name));
  const key = property?.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
  if (property?.type !== 'Property' || key === null) return null;
  return bind(readAction(context, owner, at, key), property.value, name);
}

/** The same where it is used, which tells what the action is called: `switch (type) { case LOADED: return payload; }`. */
export function readActionPart(context: Context, owner: FunctionNode, use: Node, name: Node): Answer | null {
  const pattern = owner.params.find((each) => contains(each, name));
  return pattern === undefined ? null : bindAction(context, owner, pattern, name, use);
}

function readAction(context: Context, owner: FunctionNode, at: Node, name: string): Answer | null {
  const { evaluation } = context;
  const topics = topicsOf(context, owner, at);
  const gifts = topics.flatMap((topic) => [
    ...giftsByMessage(evaluation, topic, name),
    ...(name === 'payload' ? giftsByThunk(context, topic) : []),
  ]);
  return agreeOnGifts(context, `${name} ${topics.map(({ text, name: code }) => text ?? code).join()}`, gifts);
}

/** What the messages are called that a function is given, as far as it stands at `at`. */
function topicsOf({ evaluation, tree }: Context, owner: FunctionNode, at: Node): Topic[] {
  const parent = tree.parents.get(owner);
  if (parent?.type === 'Property') return [topicOfKey(evaluation, tree, parent)];
  if (parent?.type === 'CallExpression' && parent.arguments.includes(owner as TSESTree.Expression)) {
    const [first] = parent.arguments;
    if (first !== undefined && first !== owner) return [toThunk(topicOf(evaluation, tree, first), first)];
  }
  return testsAround(tree, owner, at).map((test) => topicOf(evaluation, tree, test));
}

function topicOfKey(evaluation: Context['evaluation'], tree: Tree, { key, computed }: TSESTree.Property): Topic {
  const name = nameOfKey(key, computed);
  return name === null ? topicOf(evaluation, tree, key) : { text: name, name };
}

/** `loadProjects.fulfilled` is told by the name of what loads. */
function toThunk(topic: Topic, node: Node): Topic {
  const inner = unwrap(node);
  const isFulfilled = inner.type === 'MemberExpression' && topic.name === 'fulfilled';
  return isFulfilled && inner.object.type === 'Identifier' ? { text: null, name: inner.object.name } : topic;
}

/** What `createAsyncThunk(type, load)` dispatches once `load` is done. */
function giftsByThunk({ evaluation }: Context, { name }: Topic): Gift[] {
  return callsNamed(evaluation, 'createAsyncThunk').flatMap(({ tree, call }): Gift[] => {
    const declarator = tree.parents.get(call);
    const load = call.arguments[1];
    const isNamed =
      declarator?.type === 'VariableDeclarator' && declarator.id.type === 'Identifier' && declarator.id.name === name;
    return isNamed && load !== undefined ? [{ tree, node: load }] : [];
  });
}

const listening = /^(?:on|once|\$on|addListener|addEventListener|listen|subscribe|handle)$/;

/** What a mutation of Vuex or a listener is given beside the name that it is found by. */
function readMutation(context: Context, owner: FunctionNode, index: number): Answer | null {
  const { evaluation, tree } = context;
  const parent = tree.parents.get(owner);
  if (parent?.type === 'Property' && index === 1) {
    const topic = topicOfKey(evaluation, tree, parent);
    const called = isMethodOfStore(tree, parent) ? giftsByName(evaluation, topic) : [];
    const gifts = [...giftsBySending(evaluation, topic, 1), ...called];
    return agreeOnGifts(context, `mutation ${topic.text ?? topic.name ?? ''}`, gifts);
  }
  if (parent?.type !== 'CallExpression' || parent.arguments[1] !== owner || !listening.test(calleeName(parent)))
    return null;
  const [first] = parent.arguments;
  if (first === undefined) return null;
  const topic = topicOf(evaluation, tree, first);
  return agreeOnGifts(context, `event ${topic.text ?? topic.name ?? ''} ${String(index)}`, [
    ...giftsBySending(evaluation, topic, index + 1),
    ...giftsByProcess(evaluation, topic, index),
  ]);
}

/** What `mapMutations` and `mapActions` make callable by its name alone. */
function isMethodOfStore(tree: Tree, property: Node): boolean {
  const holder = tree.parents.get(tree.parents.get(property) ?? property);
  const name =
    holder?.type === 'Property'
      ? nameOfKey(holder.key, holder.computed)
      : holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier'
        ? holder.id.name
        : null;
  return name === 'mutations' || name === 'actions';
}

/** `createSelector([selectProjects], (projects) => …)`: what the selectors return. */
function readSelected(context: Context, owner: FunctionNode, index: number): Answer | null {
  const call = context.tree.parents.get(owner);
  if (call?.type !== 'CallExpression' || !/^(?:createSelector|derived)$/.test(calleeName(call))) return null;
  const before = call.arguments.slice(0, call.arguments.indexOf(owner as TSESTree.Expression));
  const [first] = before;
  const selectors = first?.type === 'ArrayExpression' ? first.elements : before;
  const selector = selectors[index];
  return selector == null ? null : (readReturned(context, selector) ?? readAnswer(context, selector));
}

/** `selection.data(projects).enter().append('li').text((project) => …)` of d3. */
function readDatum(context: Context, owner: FunctionNode, index: number): Answer | null {
  const call = context.tree.parents.get(owner);
  if (call?.type !== 'CallExpression' || !call.arguments.includes(owner as TSESTree.Expression)) return null;
  if (index !== (calleeName(call) === 'on' ? 1 : 0)) return null;
  let at: Node = call;
  while (at.type === 'CallExpression' && at.callee.type === 'MemberExpression') {
    at = unwrap(at.callee.object);
    const [list] = at.type === 'CallExpression' && calleeName(at) === 'data' ? at.arguments : [];
    if (list !== undefined) return toElement(readAnswer(context, list));
  }
  return null;
}

// What calls give

const selecting = /^(?:use\w+|select|computed|createSelector|connect|toRef|derived|readable|inject)$/;
const same = /^(?:asObservable|getValue|peek|toJS|asReadonly|getState|snapshot|valueOf|toArray|values)$/;

/** What a call gives that takes something out of a store: what the function returns that it is given, or what stands under its name. */
export function readTaken(context: Context, node: TSESTree.CallExpression): Answer | null {
  if (!context.kept) return null;
  const name = calleeName(node);
  const { callee } = node;
  if (selecting.test(name)) {
    const given = node.arguments.findLast(
      (each) => each.type === 'ArrowFunctionExpression' || each.type === 'FunctionExpression',
    );
    if (given !== undefined && given !== context.own) return toLoaded(name, readReturned(context, given));
  }
  if (name === 'useLoaderData') return readLoader(context);
  if (name === 'sendMessage' || name === 'invoke') return readReplied(context, node);
  if (callee.type === 'MemberExpression' && same.test(name)) return readAnswer(context, callee.object);
  if (callee.type === 'MemberExpression' && /^(?:get|getItem|match)$/.test(name))
    return readEntry(context, callee.object);
  const [effect] = name === 'call' && callee.type === 'Identifier' ? node.arguments : [];
  if (effect !== undefined) return effect.type === 'ArrayExpression' ? null : readReturned(context, effect);
  return readBridged(context, node);
}

/** What the `loader` of a route's file gives to its page: https://reactrouter.com/start/framework/data-loading */
function readLoader(context: Context): Answer | null {
  const scope = context.tree.scopes.scopes.find(({ type, set }) => type === 'module' && set.has('loader'));
  const loader = scope?.set.get('loader')?.defs[0]?.name;
  return loader === undefined ? null : settle(readReturned(context, loader));
}

const selectors = /^use\w*(?:Selector|Store|State|Memo|Callback)/;

/** `useQuery(key, () => load(id))`: a hook that is given what sends a request gives the answer within more of its own. */
function toLoaded(hook: string, returned: Answer | null): Answer | null {
  const isLoaded = hook.startsWith('use') && !selectors.test(hook);
  const isWhole = returned !== null && returned.requests.length > 0 && returned.path.length === 0;
  return isLoaded && isWhole ? wrapAnswer(returned.requests) : returned;
}
