import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import type { Place } from '../../http/text.js';
import { isPage } from '../syntax/script-blocks.js';
import { renewBudget } from '../budget.js';
import { openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { keptOriginOf, keptUnder, originOf } from '../responses.js';
import type { FoundRequest } from '../requests/found-request.js';
import { nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { isOfOtherEngine, isProp, partsInTexts, templateParts } from '../syntax/template.js';
import type { TemplatePart } from '../syntax/template.js';
import { agree, toMember } from './answer.js';
import type { Answer } from './answer.js';
import { isController } from './controllers.js';
import { isEmpty, toElement } from './made.js';
import { isStore } from './stores.js';

/** What a component's template, which is not read as code, reads of the answer to a request. */
export interface TemplateRead {
  readonly place: Place;
  /** The field's path, `statistics.build_artifacts_size`. */
  readonly name: string;
  readonly requests: readonly FoundRequest[];
}

const members = /(?<![\w$.])\$?([A-Za-z_$][\w$]*)((?:\??\.[A-Za-z_]\w*|\[\w+\])+)/g;

/** The fields that a template reads of what the script keeps of answers. */
export function findTemplateReads(evaluation: Evaluation, tree: Tree): TemplateRead[] {
  const parts = partsOf(tree);
  if (parts.length === 0) return [];
  const names = openNames(evaluation, tree);
  return parts.flatMap((part) =>
    part.code.flatMap((code) =>
      [...code.matchAll(members)].flatMap(([path]) => {
        renewBudget(evaluation, tree);
        return readOf(path, names).map((read) => ({ ...read, place: part.place }));
      }),
    ),
  );
}

/** What a path of a template names: `project` of `:project="project"`, `vm.project`. */
export function readTemplatePath(evaluation: Evaluation, tree: Tree, path: string): Answer | null {
  return answerOfPath(path, openNames(evaluation, tree));
}

function partsOf(tree: Tree): readonly TemplatePart[] {
  if (isPage(tree.file) && isOfOtherEngine(tree.text)) return [];
  const inTexts = partsInTexts(tree);
  return inTexts.length === 0 ? templateParts(tree) : [...templateParts(tree), ...inTexts];
}

function openNames(evaluation: Evaluation, tree: Tree): Names {
  const loops = loopsOf(tree);
  const home = componentOf(evaluation, tree) ?? tree;
  const known = new Map<string, Answer | null>();
  const answerOf = (name: string): Answer | null => {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, null);
    const list = loops.get(name);
    const answer = list === undefined ? answerOfName(evaluation, home, name) : toElement(answerOfPath(list, names));
    known.set(name, answer);
    return answer;
  };
  const keptOf = (root: string, name: string): Answer | null =>
    !loops.has(root) && (isStoreOf(home, root) || isController(evaluation, root))
      ? keptUnder(evaluation, tree, name)
      : null;
  const names: Names = { answerOf, keptOf };
  return names;
}

const loops = new WeakMap<Tree, ReadonlyMap<string, string>>();

/** The names that loops give to the elements of a list: `v-for="project in projects"`, `{#each projects as project}`. */
function loopsOf(tree: Tree): ReadonlyMap<string, string> {
  const known = loops.get(tree);
  if (known !== undefined) return known;
  const texts = partsOf(tree).flatMap(({ text, code }) => (code.length === 0 ? [] : [text]));
  const found = new Map(texts.flatMap((text) => loopOfSvelte(text) ?? loopOfAttribute(text) ?? []));
  loops.set(tree, found);
  return found;
}

const expression = /^[\w$.]+$/;
const firstName = /[A-Za-z_$][\w$]*/;

/** `(project, index) in projects`, `let project of projects; trackBy: byId`, `project in projects | orderBy: 'name'`. */
function loopOfAttribute(text: string): [string, string][] | null {
  const [loop = ''] = text.replace(/^["']|["']$/g, '').split(/[|;]|\strack\sby\s|\sas\s/);
  const [items = '', list, ...others] = loop.split(/\s(?:in|of)\s/);
  const item = firstName.exec(items.replace(/^\s*let\s/, ''))?.[0];
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

/** What stands under a name of the script, or under a name of what it takes from a store. */
interface Names {
  readonly answerOf: (name: string) => Answer | null;
  readonly keptOf: (root: string, name: string) => Answer | null;
}

function answerOfPath(path: string, { answerOf, keptOf }: Names): Answer | null {
  const [root = '', ...steps] = stepsOf(path.replace(/^\$/, ''));
  const [first, ...others] = steps;
  const answer = answerOf(root);
  const kept = answer === null && first !== undefined ? keptOf(root, first) : null;
  return (kept === null ? steps : others).reduce<Answer | null>(
    (owner, step) => (owner === null ? null : toStep(owner, step)),
    kept ?? answer,
  );
}

/** `[0]`, or by a variable. */
function toStep(answer: Answer, step: string): Answer | null {
  return /^\d+$/.test(step) ? toElement(answer) : toMember(answer, step);
}

function readOf(path: string, names: Names): Omit<TemplateRead, 'place'>[] {
  const steps = stepsOf(path);
  return steps.slice(1).flatMap((name, index) => {
    const owner = answerOfPath(steps.slice(0, index + 1).join('.'), names);
    if (owner?.layer !== 'body' || owner.list === true) return [];
    const { requests, client, wrapped } = owner;
    const whole = [...owner.path, name];
    if (wrapped === true) return whole.map((_, start) => ({ name: whole.slice(start).join('.'), requests }));
    return client === null ? [] : [{ name: whole.join('.'), requests }];
  });
}

/** What a name of the script holds of an answer: a variable, or what the component or a `ref` keeps under it. */
function answerOfName(evaluation: Evaluation, tree: Tree, name: string): Answer | null {
  const given = writesTo(tree, name).filter((value) => !isEmpty(value));
  if (given.length === 0)
    return (
      declaredAs(evaluation, tree, name) ??
      keptUnder(evaluation, tree, name) ??
      agree(addedTo(tree, name).map((value) => originOf(evaluation, tree, value)))
    );
  return (
    agree(given.map((value) => originOf(evaluation, tree, value))) ??
    agree(given.map((value) => keptOriginOf(evaluation, tree, value)))
  );
}

/** The file of the class that a page is the template of: `list.component.ts` of `list.component.html`. */
function componentOf(evaluation: Evaluation, { file }: Tree): Tree | null {
  const [, name] = /([^/]*)\.html?$/i.exec(file) ?? [];
  const beside = name === undefined ? null : evaluation.project.resolve(file, `./${name}`);
  const tree = beside === null || beside === file ? null : openTree(evaluation, beside);
  return tree?.text.includes(`${name ?? ''}.htm`) === true ? tree : null;
}

/** `const { data: project } = await useFetch(address)`. */
function declaredAs(evaluation: Evaluation, tree: Tree, name: string): Answer | null {
  const definition = variableOf(tree, name)?.defs[0];
  const home = definition?.node as Node | undefined;
  return home?.type === 'VariableDeclarator' ? keptOriginOf(evaluation, tree, definition?.name as Node) : null;
}

/** Whether a name of the script is a store, or a property that the component is given, which may hold what one does. */
function isStoreOf(tree: Tree, name: string): boolean {
  const variable = variableOf(tree, name);
  const home = variable?.defs[0]?.node as Node | undefined;
  if (variable === null || home?.type !== 'VariableDeclarator') return false;
  return home.init === null ? isProp(tree, variable) : isStore(tree, home.init);
}

function variableOf({ scopes }: Tree, name: string): Variable | null {
  const scope = scopes.scopes.find(({ type, set }) => /^(?:module|global)$/.test(type) && set.has(name));
  return scope?.set.get(name) ?? null;
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

/** The lists that the script puts behind what it has under a name: `this.projects.push(...page)`. */
function addedTo(tree: Tree, name: string): Node[] {
  return tree.calls.flatMap(({ callee, arguments: given }) =>
    callee.type === 'MemberExpression' &&
    /^(?:push|unshift)$/.test(nameOfKey(callee.property, callee.computed) ?? '') &&
    isTarget(callee.object, name)
      ? given.flatMap((each) => (each.type === 'SpreadElement' ? [each.argument] : []))
      : [],
  );
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
