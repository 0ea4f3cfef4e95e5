import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import { isEmpty, toElement, toList, toMade } from './made.js';
import { agree, agreeOnSome, settle, toMember } from './answer.js';
import { readAnswer } from '../responses.js';
import { readReturned } from './calls.js';
import { creations, flows, isGivenWhatComes, methodsOfStreams } from './operators.js';
import { wrapAnswer } from './unknown-clients.js';
import type { Answer, Context } from './answer.js';
import { calleeName, isFunction, nameOfKey, unwrap } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';

// Streams of RxJS: https://rxjs.dev/guide/operators

type Arguments = TSESTree.CallExpression['arguments'];

/** What `stream.pipe(map(…), filter(…))` gives; null where an operator is not understood. */
export function readPiped(context: Context, stream: Node, through: readonly Node[]): Answer | null {
  return through.reduce<Answer | null>(
    (answer, operator) => passThrough(context, answer, operator),
    readAnswer(context, stream),
  );
}

/** What comes in may be unknown where an operator gives something else: `timer(0).pipe(switchMap(() => load()))`. */
function passThrough(context: Context, answer: Answer | null, operator: Node): Answer | null {
  const name = operator.type === 'CallExpression' ? nameOf(context, operator) : null;
  if (operator.type === 'CallExpression' && name !== null) return pass(context, answer, name, operator.arguments);
  const isOfAnswer = context.kept && answer !== null && answer.requests.length > 0;
  return isOfAnswer ? wrapAnswer(answer.requests) : null;
}

function pass(context: Context, answer: Answer | null, operator: string, given: Arguments): Answer | null {
  const [argument] = given;
  switch (flows.get(operator)) {
    case 'same':
      return answer;
    case 'returned':
      return argument === undefined ? null : unsettle(readReturned(context, argument));
    case 'inner':
      return readInner(context, given);
    case 'flat':
      return unsettle(answer);
    case 'again':
      return argument === undefined || answer === null
        ? null
        : withMore(answer, unsettle(readReturned(context, argument)));
    case 'list':
      return toList(answer);
    case 'member':
      return answer === null ? null : readPlucked(answer, given);
    case 'more':
      return readMore(context, answer, given);
    case 'beside':
      return readBeside(context, answer, given);
    default:
      return null;
  }
}

/** What streams hold that are made for what comes in; with a second function, what that makes of both. */
function readInner(context: Context, [make, select]: Arguments): Answer | null {
  if (make === undefined) return null;
  return select !== undefined && isFunction(select)
    ? unsettle(readReturned(context, select))
    : flatten(readReturned(context, make), make);
}

/** `expand(next)` gives what it is given, and what the function gives for that: the next page, or nothing. */
function withMore(answer: Answer, more: Answer | null): Answer | null {
  return more === null ? answer : agree([answer, more]);
}

/** `startWith([])`: what comes in, and what else is given. */
function readMore(context: Context, answer: Answer | null, given: Arguments): Answer | null {
  const others = given.filter((each) => !isEmpty(each)).map((each) => readAnswer(context, each));
  return unsettle(agreeOnSome(context, [answer, ...others]));
}

/** `withLatestFrom(one, other)`: what comes in and what the others hold, as a list, or what a function makes of it. */
function readBeside(context: Context, answer: Answer | null, given: Arguments): Answer | null {
  const last = given.at(-1);
  if (last === undefined) return null;
  if (isFunction(last)) return unsettle(readReturned(context, last));
  const others = given.map((each, index): [string, Answer | null] => [
    String(index + 1),
    settle(readAnswer(context, each)),
  ]);
  return unsettle(toMade({ kind: 'results', home: last, of: new Map([['0', settle(answer)], ...others]) }));
}

function readPlucked(answer: Answer, names: readonly Node[]): Answer | null {
  return names.reduce<Answer | null>((at, node) => {
    const name = nameOfKey(node, true);
    return at === null || name === null ? null : toMember(at, name);
  }, answer);
}

// What operators give to their functions

/** What the function of an operator is given: what comes out of the operators before it. */
export function givenToOperator(context: Context, call: TSESTree.CallExpression, index: number): Answer | null {
  const name = index === 0 && isInPipe(context, call) ? nameOf(context, call) : null;
  return name !== null && isGivenWhatComes(name) ? comingInto(context, call) : null;
}

/**
 * What the function is given that puts several streams together, `zip(one, other, (a, b) => …)`, `withLatestFrom(other,
 * (a, b) => …)`, or that makes something of what comes in and what is made for it, `switchMap(load, (key, found) => …)`.
 */
export function givenToCombiner(
  context: Context,
  call: TSESTree.CallExpression,
  position: number,
  index: number,
): Answer | null {
  const name = operatorOf(context, call);
  if (name === null || position === 0 || position !== call.arguments.length - 1) return null;
  const [first] = call.arguments;
  if (isTogether(name) && !isInPipe(context, call) && !isOnStream(context, call)) {
    const stream = streamsOf(call.arguments.slice(0, position))?.get(String(index));
    return stream === undefined ? null : settle(readAnswer(context, stream));
  }
  if (index === 0) return comingInto(context, call);
  if (flows.get(name) === 'beside') {
    const other = index < position + 1 ? call.arguments[index - 1] : undefined;
    return other === undefined ? null : settle(readAnswer(context, other));
  }
  const isMade = flows.get(name) === 'inner' && index === 1 && first !== undefined;
  return isMade ? settle(flatten(readReturned(context, first), first)) : null;
}

/** An operator by the name that RxJS exports it under, or the method of a stream. */
function operatorOf(context: Context, call: TSESTree.CallExpression): string | null {
  const name = calleeName(call);
  const mayBe = flows.has(name) || creations.has(name) || call.callee.type === 'Identifier';
  if (!mayBe) return null;
  return nameOf(context, call) ?? (isOnStream(context, call) ? name : null);
}

/** Whether a call is that of an operator, whose functions are given what the streams hold and nothing else. */
export function isOperator(context: Context, call: TSESTree.CallExpression): boolean {
  return flows.has(operatorOf(context, call) ?? '');
}

/** What comes into an operator: out of those before it in a `pipe`, or of the stream whose method it is. */
function comingInto(context: Context, call: TSESTree.CallExpression): Answer | null {
  const piped = context.tree.parents.get(call);
  if (isInPipe(context, call) && piped?.type === 'CallExpression' && piped.callee.type === 'MemberExpression') {
    const position = piped.arguments.findIndex((argument) => argument === call);
    return readPiped(context, piped.callee.object, piped.arguments.slice(0, position));
  }
  return call.callee.type === 'MemberExpression' ? readAnswer(context, call.callee.object) : null;
}

function isInPipe({ tree }: Context, call: TSESTree.CallExpression): boolean {
  const piped = tree.parents.get(call);
  if (piped?.type !== 'CallExpression' || piped.callee.type !== 'MemberExpression') return false;
  return calleeName(piped) === 'pipe' && piped.arguments.some((argument) => argument === call);
}

// Streams whose operators are methods, as they are before RxJS 6

/** What a method of a stream gives: `stream.switchMap(() => load())`; null of other methods, and of other objects. */
export function readOperated(context: Context, call: TSESTree.CallExpression): Answer | null {
  const name = calleeName(call);
  if (call.callee.type !== 'MemberExpression' || !flows.has(name) || !isOnStream(context, call)) return null;
  const isSource = flows.get(name) === 'returned' || flows.get(name) === 'inner';
  return pass(context, isSource ? null : readAnswer(context, call.callee.object), name, call.arguments);
}

/** What a method of a stream gives its function; null of other methods, and of other objects. */
export function givenByStream(context: Context, call: TSESTree.CallExpression, index: number): Answer | null {
  if (call.callee.type !== 'MemberExpression' || index > 0 || !isGivenWhatComes(calleeName(call))) return null;
  return isOnStream(context, call) ? readAnswer(context, call.callee.object) : null;
}

function isOnStream(context: Context, { callee }: TSESTree.CallExpression): boolean {
  if (callee.type !== 'MemberExpression') return false;
  const name = nameOfKey(callee.property, callee.computed) ?? '';
  return methodsOfStreams.has(name) || isObservable(context, callee.object);
}

/** Whether an expression is a stream: what a client gives as one, what RxJS makes, and what methods of streams give. */
export function isObservable(context: Context, node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type !== 'CallExpression') return isStreamed(readAnswer(context, inner));
  const name = calleeName(inner);
  const { callee } = inner;
  if (callee.type === 'MemberExpression' && flows.has(name) && isOnStream(context, inner)) return true;
  return (isCreation(inner) && creations.has(nameOf(context, inner) ?? '')) || isStreamed(readAnswer(context, inner));
}

/** What `subscribe` gives to its function. */
function isStreamed(answer: Answer | null): boolean {
  return answer?.settled === false && answer.client?.answer?.handlers?.['subscribe'] !== undefined;
}

/** Whether a function of a list's method makes a stream each time, as `flatMap` of a stream is given one. */
export function isMakingStreams(context: Context, given: Node): boolean {
  return isStreamed(readReturned(context, given));
}

// What makes streams

/** What the streams hold that a function of RxJS makes: `from(list)`, `forkJoin([one, other])`. */
export function readStream(context: Context, call: TSESTree.CallExpression): Answer | null {
  const [argument, second, third] = call.arguments;
  if (argument === undefined || !isCreation(call)) return null;
  const name = nameOf(context, call);
  switch (name) {
    case 'from':
    case 'fromPromise':
      return flatten(readAnswer(context, argument), argument);
    case 'defer':
      return unsettle(readReturned(context, argument));
    case 'concat':
    case 'merge':
    case 'race':
      return agreeOnSome(
        context,
        call.arguments.filter((each) => !isEmpty(each)).map((each) => readAnswer(context, each)),
      );
    case 'iif':
      return agreeOnSome(
        context,
        [second, third].flatMap((each) => (each === undefined || isEmpty(each) ? [] : [readAnswer(context, each)])),
      );
    case 'firstValueFrom':
    case 'lastValueFrom':
    case 'of':
      return call.arguments.length > 1 ? null : unsettle(readAnswer(context, argument));
    default:
      return name !== null && isTogether(name) ? readTogether(context, call) : null;
  }
}

function isTogether(name: string): boolean {
  return name === 'combineLatest' || name === 'forkJoin' || name === 'zip';
}

/** What several streams give together: a value of each, under its index or its name, or what a function makes of them. Null if they are not all in sight. */
function readTogether(context: Context, call: TSESTree.CallExpression): Answer | null {
  const [first, ...others] = call.arguments;
  const last = others.at(-1);
  if (last !== undefined && isFunction(last)) return unsettle(readReturned(context, last));
  const streams = streamsOf(call.arguments);
  if (streams === null) return others.length > 0 || first === undefined ? null : unsettle(readAnswer(context, first));
  const of = new Map([...streams].map(([name, stream]) => [name, settle(readAnswer(context, stream))]));
  return unsettle(toMade({ kind: 'results', home: call, of }));
}

/** `forkJoin([one, other])`, `forkJoin({ one, other })`, `zip(one, other)`. */
function streamsOf(given: Arguments): ReadonlyMap<string, Node> | null {
  const [first, ...others] = given;
  if (first?.type === 'ObjectExpression' && others.length === 0) return namedIn(first);
  const list = first?.type === 'ArrayExpression' && others.length === 0 ? first.elements : given;
  const isAlone = list === given && others.length === 0;
  if (isAlone || list.some((each) => each === null || each.type === 'SpreadElement')) return null;
  return new Map(list.flatMap((each, index) => (each === null ? [] : [[String(index), each] as const])));
}

function namedIn({ properties }: TSESTree.ObjectExpression): ReadonlyMap<string, Node> | null {
  const named = properties.flatMap((each): [string, Node][] => {
    const name = each.type === 'Property' ? nameOfKey(each.key, each.computed) : null;
    return each.type === 'Property' && name !== null ? [[name, each.value]] : [];
  });
  return named.length < properties.length ? null : new Map(named);
}

/** A call by one of these names, before anything is evaluated. */
function isCreation({ callee }: TSESTree.CallExpression): boolean {
  return callee.type === 'Identifier' || (callee.type === 'MemberExpression' && callee.object.type === 'Identifier');
}

/** What is at hand and is a list gives its elements; what is waited for gives what it holds. */
function flatten(answer: Answer | null, from: Node): Answer | null {
  const isList = answer?.settled === true && answer.list !== false && !(isFunction(from) && from.async);
  return unsettle(isList ? toElement(answer) : answer);
}

function unsettle(answer: Answer | null): Answer | null {
  return answer === null ? null : { ...answer, settled: false };
}

/** The name under which RxJS exports what is called. */
function nameOf({ evaluation, tree, frame }: Context, { callee }: TSESTree.CallExpression): string | null {
  const value = evaluate(evaluation, tree, callee, frame);
  return value.kind === 'external' && /^rxjs(?:\/|$)/.test(value.module ?? '') ? (value.path.at(-1) ?? null) : null;
}
