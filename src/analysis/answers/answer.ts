import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import type { Entity } from '../../http/answers.js';
import type { Client } from '../clients/client.js';
import type { Evaluation } from '../evaluate.js';
import { toCallbackArgument, toElement, toElementAt, toMade, toMadeMember } from './made.js';
import type { FoundRequest } from '../requests/found-request.js';
import { contains, nameOfKey } from '../syntax/tree.js';
import type { ClassNode, FunctionNode, Node, Tree } from '../syntax/tree.js';
import type { ClassValue, Frame } from '../value.js';

// What is known of a value that came out of a request

/** What an expression holds of a request's answer. */
export interface Answer {
  /** What the body describes; null if the catalogue does not say. */
  readonly entity: Entity | null;
  /** Whether it is a list of them; null if nothing tells. */
  readonly list: boolean | null;
  /** The library's answer, or the body or the headers that stand in it; or what the project made of answers. */
  readonly layer: 'answer' | 'body' | 'headers' | 'made';
  /** Null for what came in by a webhook. */
  readonly client: Client | null;
  /** The requests that it may be the answer to; none for what came in by a webhook. */
  readonly requests: readonly FoundRequest[];
  /** The fields of the body that lead to it; positions in lists are left out. */
  readonly path: readonly string[];
  /** It has arrived: awaited, or given to a callback. */
  readonly settled: boolean;
  /** The project's type that alone says so, by name; null where the value was followed from the request. */
  readonly type: string | null;
  /** It came by a client that nobody knows: the body may be any member of it, or it itself. */
  readonly wrapped?: true;
  /** The function that reads it is given it in another file. */
  readonly handed?: true;
  /** It may as well be the answer to a request that asks for something else. */
  readonly disputed?: true;
  /** A copy of it: the names that the copy has of its own. */
  readonly beside?: readonly string[];
  /** Of what the project made: how. */
  readonly made?: Made;
}

/** A record or a list that the project makes, and that may hold answers. */
export type Made =
  | { readonly kind: 'record'; readonly node: TSESTree.ObjectExpression; readonly context: Context }
  | { readonly kind: 'list'; readonly elements: readonly (Node | null)[]; readonly context: Context }
  /** Each element of a list is such an answer. */
  | { readonly kind: 'each'; readonly of: Answer }
  /** What `Promise.allSettled` gives for a list of answers. */
  | { readonly kind: 'outcomes'; readonly of: Answer }
  /** An answer under a name, or several: the `value` of such an outcome, the `target` of an event. */
  | { readonly kind: 'under'; readonly names: readonly string[]; readonly of: Answer }
  /** A map, or a record that is filled by keys out of sight: such an answer stands under each. */
  | { readonly kind: 'keyed'; readonly of: Answer }
  /** The status of an answer. */
  | { readonly kind: 'status'; readonly of: Answer }
  /** What tasks gave, each under the name of its own: its index in a list of tasks. */
  | { readonly kind: 'results'; readonly home: Node; readonly of: ReadonlyMap<string, Answer | null> }
  /** What a promise of jQuery gives its callbacks, each as an argument of its own. */
  | { readonly kind: 'several'; readonly home: Node; readonly of: readonly (Answer | null)[] }
  /** `this.state` of a class of React, whose fields are what `setState` gives them. */
  | { readonly kind: 'state'; readonly home: Node; readonly context: Context }
  /** A module, whose members are what it exports; the context stands in it. */
  | { readonly kind: 'module'; readonly home: Node; readonly context: Context }
  /** An instance of a class, and what made it, if that is in sight. */
  | {
      readonly kind: 'instance';
      readonly home: Node;
      readonly of: ClassValue;
      readonly at: TSESTree.NewExpression | null;
      readonly context: Context;
    }
  /** What a request is rejected with, which says of the answer its status. */
  | { readonly kind: 'failure'; readonly of: Answer };

/** An answer whose whole body, or an element of it, is known to describe something. */
export type DescribedAnswer = Answer & { readonly entity: Entity };

/** Where an expression stands, and how one came there. */
export interface Context {
  readonly evaluation: Evaluation;
  readonly tree: Tree;
  readonly frame: Frame | null;
  readonly depth: number;
  /** The functions that were entered, each with what called it or was given it. */
  readonly entered: ReadonlyMap<FunctionNode, Entrance>;
  /** Types may tell where nothing else does. Not so while it is found out which types tell. */
  readonly typed: boolean;
  /** What is put under a name somewhere is taken for what is taken out by that name elsewhere. Good for reports alone. */
  readonly kept: boolean;
  /** The functions and variables whose uses are being looked through: one that is made of itself is given nothing more by that. */
  readonly asked?: ReadonlySet<FunctionNode | Variable>;
  /** The callback of which it is asked what it is given: what it returns itself is not that. */
  readonly own?: Node;
  /** What variables hold first, while it is read what is assigned to them again: `body = JSON.parse(body)`. */
  readonly first?: ReadonlyMap<Variable, Answer | null>;
}

/** How a function was entered: by a call of the project's, by whoever it was given to, or, a constructor, for an heir. */
export interface Entrance {
  readonly context: Context;
  /** The call, the expression that gave the function away, or the heir, whoever makes an instance of it. */
  readonly at:
    TSESTree.CallExpression | TSESTree.NewExpression | { readonly given: Node } | { readonly makes: ClassNode };
}

/** What `name` holds when an answer is put into `pattern`. */
export function bind(answer: Answer | null, pattern: Node, name: Node): Answer | null {
  if (answer === null || pattern === name) return answer;
  if (pattern.type === 'AssignmentPattern') return bind(answer, pattern.left, name);
  if (pattern.type === 'TSParameterProperty') return bind(answer, pattern.parameter, name);
  if (pattern.type === 'ArrayPattern') {
    const index = pattern.elements.findIndex((candidate) => candidate !== null && contains(candidate, name));
    const element = pattern.elements[index];
    if (element?.type === 'RestElement') return element.argument === name ? withoutFirst(answer) : null;
    return element == null ? null : bind(toElementAt(answer, index), element, name);
  }
  if (pattern.type !== 'ObjectPattern') return null;
  const property = pattern.properties.find((candidate) => contains(candidate, name));
  if (property === undefined) return null;
  if (property.type === 'RestElement') return property.argument === name ? answer : null;
  const key = nameOfKey(property.key, property.computed);
  return key === null ? null : bind(toMember(answer, key), property.value, name);
}

/** `[first, ...others]`: the others are such a list too, if all of its elements are alike. */
function withoutFirst(answer: Answer): Answer | null {
  return answer.layer === 'body' && answer.list !== false ? answer : null;
}

export function settle(answer: Answer | null): Answer | null {
  return answer === null ? null : { ...answer, settled: true };
}

/** A member of an answer: the body, the headers, a field of the body or an element of it by its index. */
export function toMember(answer: Answer, name: string): Answer | null {
  if (answer.layer === 'headers') return null;
  if (answer.made !== undefined) return toMadeMember(answer, answer.made, name);
  if (answer.layer === 'body') return toBodyMember(answer, name);
  if (/^\d+$/.test(name)) return toCallbackArgument(answer, Number(name));
  if (name === 'headers') return { ...answer, layer: 'headers' };
  if (answer.client?.answer?.status?.includes(name) === true) return toMade({ kind: 'status', of: answer });
  return isBodyName(answer, name) ? { ...answer, layer: 'body' } : null;
}

function toBodyMember(answer: Answer, name: string): Answer | null {
  if (/^\d+$/.test(name)) return toElement(answer);
  return answer.list === true ? null : { ...answer, list: null, path: [...answer.path, name] };
}

/** Whether a library's answer has its body under this name. */
export function isBodyName({ client }: Answer, name: string): boolean {
  const paths = [client?.answer?.body ?? [], ...(client?.answer?.also ?? [])];
  return paths.some((path) => path.length === 1 && path[0] === name);
}

/** What came in from outside, of which nothing else is known. */
export const delivered: Answer = {
  entity: null,
  list: false,
  layer: 'body',
  client: null,
  requests: [],
  path: [],
  settled: true,
  type: null,
};

/** The answer that all possibilities agree on, to the requests of all of them. */
export function agree(answers: readonly (Answer | null)[]): Answer | null {
  const [first] = answers;
  if (first == null || !answers.every((other) => other !== null && isAlike(first, other))) return null;
  const type = answers.find((answer) => answer?.type != null)?.type ?? null;
  return { ...first, type, requests: [...new Set(answers.flatMap((answer) => answer?.requests ?? []))] };
}

/** The answer to one of several requests that ask for different things, at the same place of it; null if they have none in common. */
export function blend(answers: readonly (Answer | null)[]): Answer | null {
  const [first] = answers;
  if (first == null) return null;
  const path = first.path.join('.');
  const isAlike = (other: Answer | null): boolean => other?.layer === first.layer && other.path.join('.') === path;
  if (first.layer === 'made' || !answers.every(isAlike)) return null;
  const list = answers.every((other) => other?.list === first.list) ? first.list : null;
  const requests = [...new Set(answers.flatMap((answer) => answer?.requests ?? []))];
  return { ...first, entity: null, list, requests };
}

/**
 * What all possibilities agree on; where names alone may tell of an answer, also one of which they dispute what it is, and one
 * in whose place the project may put a record of its own: `catch (error) { project = { public: false }; }`.
 */
export function agreeIn({ kept }: Context, answers: readonly (Answer | null)[]): Answer | null {
  const agreed = agree(answers);
  const others = answers.filter((answer) => answer?.made?.kind !== 'record');
  const blended = agreed === null && kept ? (blend(answers) ?? agree(others) ?? blend(others)) : null;
  return blended === null ? agreed : { ...blended, disputed: true };
}

/** The same, where one of the possibilities is what nobody knows: `(await cache.get(id)) ?? (await load(id))`. Good for reports alone. */
export function agreeOnSome(context: Context, answers: readonly (Answer | null)[]): Answer | null {
  const agreed = agreeIn(context, answers);
  if (agreed !== null || !context.kept) return agreed;
  const some = agreeIn(
    context,
    answers.filter((answer) => answer !== null),
  );
  return some === null ? null : { ...some, disputed: true };
}

function isAlike(one: Answer, other: Answer): boolean {
  return (
    other.entity === one.entity &&
    other.list === one.list &&
    other.layer === one.layer &&
    isMadeAlike(one.made, other.made) &&
    other.path.join('.') === one.path.join('.')
  );
}

function isMadeAlike(one: Made | undefined, other: Made | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.kind === 'record') return other.kind === 'record' && one.node === other.node;
  if (one.kind === 'list') return other.kind === 'list' && one.elements === other.elements;
  if (
    one.kind === 'state' ||
    one.kind === 'results' ||
    one.kind === 'several' ||
    one.kind === 'instance' ||
    one.kind === 'module'
  )
    return other.kind === one.kind && one.home === other.home;
  return other.kind === one.kind && 'of' in other && isAlike(one.of, other.of);
}

/** Whether a client answers with the body, without anything around it. */
export function isBodyItself({ answer }: Client): boolean {
  return answer !== undefined && answer.body.length === 0 && (answer.reads ?? []).length === 0;
}
