import type { TSESTree } from '@typescript-eslint/types';
import type { Place } from '../../http/text.js';
import { renewBudget } from '../budget.js';
import type { Evaluation } from '../evaluate.js';
import { keptUnder, originOf } from '../responses.js';
import type { FoundRequest } from '../requests/found-request.js';
import { nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { templateParts } from '../syntax/template.js';
import type { TemplatePart } from '../syntax/template.js';
import { agree, toMember } from './answer.js';
import type { Answer } from './answer.js';
import { isEmpty, toElement } from './made.js';

/** What a component's template, which is not read as code, reads of the answer to a request. */
export interface TemplateRead {
  readonly place: Place;
  /** The field's path, `statistics.build_artifacts_size`. */
  readonly name: string;
  readonly requests: readonly FoundRequest[];
}

const members = /(?<![\w$.])\$?([A-Za-z_$][\w$]*)((?:\??\.[A-Za-z_]\w*|\[\w+\])+)/g;

/** The fields that a component's template reads of what its script keeps of answers. */
export function findTemplateReads(evaluation: Evaluation, tree: Tree): TemplateRead[] {
  const parts = templateParts(tree);
  if (parts.length === 0) return [];
  const loops = loopsOf(parts);
  const known = new Map<string, Answer | null>();
  const answerOf = (name: string): Answer | null => {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, null);
    const list = loops.get(name);
    const answer = list === undefined ? answerOfName(evaluation, tree, name) : toElement(answerOfPath(list, answerOf));
    known.set(name, answer);
    return answer;
  };
  return parts.flatMap((part) =>
    part.code.flatMap((code) =>
      [...code.matchAll(members)].flatMap(([path]) =>
        readOf(path, answerOf).map((read) => ({ ...read, place: part.place })),
      ),
    ),
  );
}

/** The names that loops give to the elements of a list: `v-for="project in projects"`, `{#each projects as project}`. */
function loopsOf(parts: readonly TemplatePart[]): Map<string, string> {
  return new Map(parts.flatMap(({ text }) => loopOfSvelte(text) ?? loopOfVue(text) ?? []));
}

const expression = /^[\w$.]+$/;
const firstName = /[A-Za-z_$][\w$]*/;

function loopOfVue(text: string): [string, string][] | null {
  const [items = '', list, ...others] = text.replace(/^["']|["']$/g, '').split(/\s(?:in|of)\s/);
  const item = firstName.exec(items)?.[0];
  const of = list?.trim() ?? '';
  return item === undefined || others.length > 0 || !expression.test(of) ? null : [[item, of]];
}

function loopOfSvelte(text: string): [string, string][] | null {
  const [head = '', alias] = text.split(/\sas\s/);
  const list = head.startsWith('{#each') ? head.slice('{#each'.length).trim() : '';
  const item = alias === undefined ? undefined : firstName.exec(alias)?.[0];
  return item === undefined || !expression.test(list) ? null : [[item, list]];
}

function stepsOf(path: string): string[] {
  return path.split(/\??\.|\[|\]/).filter((step) => step !== '');
}

function answerOfPath(path: string, answerOf: (name: string) => Answer | null): Answer | null {
  const [root = '', ...steps] = stepsOf(path.replace(/^\$/, ''));
  return steps.reduce<Answer | null>((answer, step) => (answer === null ? null : toStep(answer, step)), answerOf(root));
}

/** `[0]`, or by a variable. */
function toStep(answer: Answer, step: string): Answer | null {
  return /^\d+$/.test(step) ? toElement(answer) : toMember(answer, step);
}

function readOf(path: string, answerOf: (name: string) => Answer | null): Omit<TemplateRead, 'place'>[] {
  const steps = stepsOf(path);
  return steps.slice(1).flatMap((name, index) => {
    const owner = answerOfPath(steps.slice(0, index + 1).join('.'), answerOf);
    if (owner?.layer !== 'body' || owner.client === null || owner.list === true) return [];
    return [{ name: [...owner.path, name].join('.'), requests: owner.requests }];
  });
}

/** What a name of the script holds of an answer: a variable, or what the component or a `ref` keeps under it. */
function answerOfName(evaluation: Evaluation, tree: Tree, name: string): Answer | null {
  const given = writesTo(tree, name).filter((value) => !isEmpty(value));
  renewBudget(evaluation, tree);
  if (given.length === 0) return keptUnder(evaluation, tree, name);
  return agree(given.map((value) => originOf(evaluation, tree, value)));
}

/** The values that the script gives to `name`, `this.name`, `name.value` and to the store `name`. */
function writesTo(tree: Tree, name: string): Node[] {
  const assigned = tree.assignments.flatMap(({ left, right, operator }) =>
    operator === '=' && isTarget(left, name) ? [right] : [],
  );
  const set = tree.calls.flatMap(({ callee, arguments: [value] }) =>
    callee.type === 'MemberExpression' &&
    nameOfKey(callee.property, callee.computed) === 'set' &&
    isNamed(callee.object, name) &&
    value !== undefined
      ? [value]
      : [],
  );
  return [...assigned, ...set];
}

function isTarget(left: TSESTree.Node, name: string): boolean {
  if (isNamed(left, name)) return true;
  if (left.type !== 'MemberExpression') return false;
  const member = nameOfKey(left.property, left.computed);
  return left.object.type === 'ThisExpression' ? member === name : member === 'value' && isNamed(left.object, name);
}

function isNamed(node: TSESTree.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}
