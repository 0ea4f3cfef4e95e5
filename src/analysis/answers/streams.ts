import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import { toElement, toList, toMade } from './made.js';
import { agree, settle, toMember } from './answer.js';
import { readAnswer } from '../responses.js';
import { readReturned } from './calls.js';
import type { Answer, Context } from './answer.js';
import { isFunction, nameOfKey } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';

// Streams of RxJS: https://rxjs.dev/guide/operators

/** What an operator passes on of what comes in. */
type Flow = 'same' | 'returned' | 'inner' | 'again' | 'list' | 'member';

const passing = [
  ...['auditTime', 'catchError', 'debounceTime', 'delay', 'delayWhen', 'distinct', 'distinctUntilChanged'],
  ...[
    'distinctUntilKeyChanged',
    'elementAt',
    'filter',
    'finalize',
    'find',
    'first',
    'last',
    'observeOn',
    'publishReplay',
  ],
  ...['refCount', 'repeat', 'repeatWhen', 'retry', 'retryWhen', 'share', 'shareReplay', 'single', 'skip', 'skipLast'],
  ...['skipUntil', 'skipWhile', 'subscribeOn', 'take', 'takeLast', 'takeUntil', 'takeWhile', 'tap', 'throttleTime'],
  ...['throwIfEmpty', 'timeout'],
];

const flows: ReadonlyMap<string, Flow> = new Map([
  ...passing.map((name): [string, Flow] => [name, 'same']),
  ['map', 'returned'],
  ['concatMap', 'inner'],
  ['exhaustMap', 'inner'],
  ['flatMap', 'inner'],
  ['mergeMap', 'inner'],
  ['switchMap', 'inner'],
  ['expand', 'again'],
  ['toArray', 'list'],
  ['pluck', 'member'],
]);

/** Operators whose function is given something other than what comes in. */
const others = new Set(['catchError', 'finalize', 'repeatWhen', 'retryWhen', 'skipUntil', 'takeUntil']);

/** What `stream.pipe(map(…), filter(…))` gives; null where an operator is not understood. */
export function readPiped(context: Context, stream: Node, through: readonly Node[]): Answer | null {
  return through.reduce<Answer | null>(
    (answer, operator) => (answer === null ? null : pass(context, answer, operator)),
    readAnswer(context, stream),
  );
}

function pass(context: Context, answer: Answer, operator: Node): Answer | null {
  if (operator.type !== 'CallExpression') return null;
  const [argument] = operator.arguments;
  switch (flows.get(nameOf(context, operator) ?? '')) {
    case 'same':
      return answer;
    case 'returned':
      return argument === undefined ? null : unsettle(readReturned(context, argument));
    case 'inner':
      return argument === undefined ? null : flatten(readReturned(context, argument), argument);
    case 'again':
      return argument === undefined ? null : withMore(answer, unsettle(readReturned(context, argument)));
    case 'list':
      return toList(answer);
    case 'member':
      return readPlucked(answer, operator.arguments);
    default:
      return null;
  }
}

/** `expand(next)` gives what it is given, and what the function gives for that: the next page, or nothing. */
function withMore(answer: Answer, more: Answer | null): Answer | null {
  return more === null ? answer : agree([answer, more]);
}

function readPlucked(answer: Answer, names: readonly Node[]): Answer | null {
  return names.reduce<Answer | null>((at, node) => {
    const name = nameOfKey(node, true);
    return at === null || name === null ? null : toMember(at, name);
  }, answer);
}

/** What the function of an operator is given: what comes out of the operators before it. */
export function givenToOperator(context: Context, call: TSESTree.CallExpression, index: number): Answer | null {
  const piped = context.tree.parents.get(call);
  if (index > 0 || piped?.type !== 'CallExpression' || piped.callee.type !== 'MemberExpression') return null;
  const name = nameOf(context, call) ?? '';
  const position = piped.arguments.findIndex((argument) => argument === call);
  return position >= 0 && isPipe(piped.callee) && flows.has(name) && !others.has(name)
    ? readPiped(context, piped.callee.object, piped.arguments.slice(0, position))
    : null;
}

function isPipe({ property, computed }: TSESTree.MemberExpression): boolean {
  return nameOfKey(property, computed) === 'pipe';
}

/** What the streams hold that a function of RxJS makes: `from(list)`, `forkJoin([one, other])`. */
export function readStream(context: Context, call: TSESTree.CallExpression): Answer | null {
  const [argument] = call.arguments;
  if (argument === undefined || !isCreation(call)) return null;
  switch (nameOf(context, call)) {
    case 'from':
      return flatten(readAnswer(context, argument), argument);
    case 'defer':
      return unsettle(readReturned(context, argument));
    case 'concat':
    case 'merge':
      return agree(call.arguments.map((each) => readAnswer(context, each)));
    case 'combineLatest':
    case 'forkJoin':
    case 'zip':
      return (
        readTogether(context, call) ?? (call.arguments.length > 1 ? null : unsettle(readAnswer(context, argument)))
      );
    case 'firstValueFrom':
    case 'lastValueFrom':
    case 'of':
      return call.arguments.length > 1 ? null : unsettle(readAnswer(context, argument));
    default:
      return null;
  }
}

/** What several streams give together: a value of each, under its index or its name. Null if they are not all in sight. */
function readTogether(context: Context, call: TSESTree.CallExpression): Answer | null {
  const streams = streamsOf(call.arguments);
  if (streams === null) return null;
  const of = new Map([...streams].map(([name, stream]) => [name, settle(readAnswer(context, stream))]));
  return unsettle(toMade({ kind: 'results', home: call, of }));
}

/** `forkJoin([one, other])`, `forkJoin({ one, other })`, `zip(one, other)`. */
function streamsOf(given: TSESTree.CallExpression['arguments']): ReadonlyMap<string, Node> | null {
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
