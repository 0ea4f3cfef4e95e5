import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { keptOriginOf } from '../responses.js';
import {
  calleeName,
  contains,
  declaresThis,
  decoratorsOf,
  findVariable,
  isClass,
  isFunction,
  nameOfKey,
  unwrap,
} from '../syntax/tree.js';
import type { ClassNode, Node, Tree } from '../syntax/tree.js';
import { optionsOf, toOrigin } from '../value.js';
import { toMember } from './answer.js';
import type { Answer } from './answer.js';
import type { NamedField } from './curried-reads.js';
import { usesOf } from './given-elsewhere.js';
import { toElement } from './made.js';

// Schemas that say which fields an answer has, and fail, or leave them out, where v4 sends others: https://zod.dev,
// https://gcanti.github.io/io-ts, https://joi.dev, https://docs.superstructjs.org, https://github.com/typestack/class-transformer

const checking =
  /^(?:(?:safe)?[pP]arse(?:Async)?|decode|validate(?:Async|Sync)?|cast|check|guard|assert|attempt|create|mask|plainTo(?:Class|Instance))$/;

const libraries = /^(?:zod|io-ts|joi|@hapi\/joi|yup|superstruct|runtypes|valibot|typanion|decoders|ow)(?:\/|$)/;

/** So many schemas stand in each other. */
const deepest = 6;

/** A part of a program. */
interface Part {
  readonly tree: Tree;
  readonly node: Node;
}

/** A schema, or a class, and what is given to it. */
interface Checked {
  readonly fields: readonly Field[];
  readonly answer: Answer | null;
}

/** Whether a call may check something, so that it names fields wherever its schema stands. */
export function isChecking(call: TSESTree.CallExpression): boolean {
  return checking.test(calleeName(call)) || call.arguments.some((argument) => schemaOfMethod(argument) !== null);
}

/** The fields that a schema has of an answer that is given to it: `Project.parse(body)`, `Joi.validate(body, schema)`. */
export function findDescribed(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  names: ReadonlySet<string>,
): NamedField[] {
  if (!isChecking(call)) return [];
  const checked = checking.test(calleeName(call))
    ? findChecked(evaluation, tree, call, names)
    : findHandedChecks(evaluation, tree, call, names);
  return checked.flatMap(({ fields, answer }) => {
    const one = answer === null ? null : (toElement(answer) ?? answer);
    return one === null ? [] : fields.flatMap((field) => toNamed(one, field));
  });
}

function findChecked(
  evaluation: Evaluation,
  tree: Tree,
  call: TSESTree.CallExpression,
  names: ReadonlySet<string>,
): Checked[] {
  const schemas = [...(call.callee.type === 'MemberExpression' ? [call.callee.object] : []), ...call.arguments];
  return schemas.flatMap((node): Checked[] => {
    const all = calleeName(call).startsWith('plainTo')
      ? classesOf(evaluation, tree, node).flatMap((each) => fieldsOfClass(each.tree, each.node))
      : fieldsOf(evaluation, { tree, node }, deepest);
    const fields = among(all, names);
    if (fields.length === 0) return findGivenSchemas(evaluation, tree, node, names);
    const given = call.arguments.filter((argument) => argument !== node);
    return [{ fields, answer: bodyAmong(evaluation, tree, given) }];
  });
}

/** `load().then(Project.parse)`, `projects.map(Project.parse)`. */
function findHandedChecks(
  evaluation: Evaluation,
  tree: Tree,
  { callee, arguments: [argument] }: TSESTree.CallExpression,
  names: ReadonlySet<string>,
): Checked[] {
  const schema = argument === undefined ? null : schemaOfMethod(argument);
  if (schema === null || callee.type !== 'MemberExpression') return [];
  const fields = among(fieldsOf(evaluation, { tree, node: schema }, deepest), names);
  return fields.length === 0 ? [] : [{ fields, answer: bodyAmong(evaluation, tree, [callee.object]) }];
}

/** The schema whose method is given away: `Project` of `Project.parse`. */
function schemaOfMethod(node: Node): Node | null {
  return node.type === 'MemberExpression' && checking.test(nameOfKey(node.property, node.computed) ?? '')
    ? node.object
    : null;
}

/** The schemas that the function around is given, `get(path, schema)`, each with what the call that gives it comes by. */
function findGivenSchemas(evaluation: Evaluation, tree: Tree, node: Node, names: ReadonlySet<string>): Checked[] {
  const variable = node.type === 'Identifier' ? findVariable(tree, node) : null;
  const [definition] = variable?.defs ?? [];
  const owner = definition?.node as Node | undefined;
  if (definition === undefined || !isFunction(owner)) return [];
  const index = owner.params.findIndex((parameter) => contains(parameter, definition.name));
  const pattern = owner.params[index];
  if (pattern === undefined || declaresThis(owner)) return [];
  return usesOf({ evaluation, tree }, owner).flatMap((use): Checked[] => {
    const call = callOf(use.tree, use.node);
    const argument = call?.arguments[index];
    const schema = argument === undefined ? null : partFor(argument, pattern, definition.name);
    if (call === null || schema === null) return [];
    const fields = among(fieldsOf(evaluation, { tree: use.tree, node: schema }, deepest), names);
    return fields.length === 0 ? [] : [{ fields, answer: bodyAmong(evaluation, use.tree, [call]) }];
  });
}

/** The call of what a function is called by, whatever it says of types: `get<Project>(path)`. */
function callOf(tree: Tree, node: Node): TSESTree.CallExpression | null {
  const parent = tree.parents.get(node);
  return parent?.type === 'CallExpression' && parent.callee === node ? parent : null;
}

/** What of an argument a name in a pattern stands for: `Project` of `{ schema: Project }` for `schema` of `{ path, schema }`. */
function partFor(argument: Node, pattern: Node, name: Node): Node | null {
  if (pattern === name) return argument;
  if (pattern.type === 'AssignmentPattern') return partFor(argument, pattern.left, name);
  if (pattern.type !== 'ObjectPattern' || argument.type !== 'ObjectExpression') return null;
  const taken = pattern.properties.find((each) => contains(each, name));
  const key = taken?.type === 'Property' ? nameOfKey(taken.key, taken.computed) : null;
  const given = argument.properties.find(
    (each) => each.type === 'Property' && key !== null && nameOfKey(each.key, each.computed) === key,
  );
  return taken?.type === 'Property' && given?.type === 'Property' ? partFor(given.value, taken.value, name) : null;
}

function among(fields: readonly Field[], names: ReadonlySet<string>): Field[] {
  return fields.filter(({ path }) => names.has(path.at(-1) ?? ''));
}

function bodyAmong(evaluation: Evaluation, tree: Tree, nodes: readonly Node[]): Answer | null {
  return nodes.map((node) => keptOriginOf(evaluation, tree, node)).find((each) => each?.layer === 'body') ?? null;
}

interface Field extends Part {
  readonly path: readonly string[];
}

/** A field of a record within one is of that record. */
function toNamed(answer: Answer, { tree, node, path }: Field): NamedField[] {
  const name = path.at(-1) ?? '';
  const holder = path
    .slice(0, -1)
    .reduce<Answer | null>((of, part) => (of === null ? null : toMember(of, part)), answer);
  return holder === null ? [] : [{ tree, node, name, answer: holder, described: true }];
}

/** The fields that a schema of a library names, whatever that wraps their record in: `z.array(z.object({ … }))`. */
function fieldsOf(evaluation: Evaluation, { tree, node }: Part, depth: number): Field[] {
  const inner = unwrap(node);
  if (depth === 0) return [];
  if (inner.type === 'CallExpression') {
    if (!isOfLibrary(evaluation, tree, inner)) return [];
    const { callee } = inner;
    const within =
      callee.type === 'MemberExpression' ? fieldsOf(evaluation, { tree, node: callee.object }, depth - 1) : [];
    const given = inner.arguments.flatMap((each) =>
      each.type === 'ObjectExpression'
        ? fieldsOfRecord(evaluation, tree, each, depth)
        : fieldsOf(evaluation, { tree, node: each }, depth - 1),
    );
    return [...within, ...given];
  }
  if (inner.type !== 'Identifier' && inner.type !== 'MemberExpression') return [];
  const origin = originOfCall(evaluation, tree, inner);
  return origin === null ? [] : fieldsOf(evaluation, origin, depth - 1);
}

/** Whether a call, or the first one of a chain of calls, is of a function that a library of schemas has. */
function isOfLibrary(evaluation: Evaluation, tree: Tree, { callee }: TSESTree.CallExpression): boolean {
  const inner = unwrap(callee);
  const chained = inner.type === 'MemberExpression' ? unwrap(inner.object) : null;
  if (chained?.type === 'CallExpression') return isOfLibrary(evaluation, tree, chained);
  const value = evaluate(evaluation, tree, inner, null);
  if (value.kind === 'external') return libraries.test(value.module ?? '');
  const origin = value.kind === 'unknown' && chained !== null ? originOfCall(evaluation, tree, chained) : null;
  return origin !== null && isOfLibrary(evaluation, origin.tree, origin.node);
}

/** The call whose outcome a name holds: `Project` of `Project.partial()`. */
function originOfCall(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
): { readonly tree: Tree; readonly node: TSESTree.CallExpression } | null {
  const value = evaluate(evaluation, tree, node, null);
  const origin = value.kind === 'unknown' ? toOrigin(value.hole) : null;
  return origin?.node.type === 'CallExpression' ? { tree: origin.tree, node: origin.node } : null;
}

function fieldsOfRecord(
  evaluation: Evaluation,
  tree: Tree,
  { properties }: TSESTree.ObjectExpression,
  depth: number,
): Field[] {
  return properties.flatMap((property) => {
    const name = property.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
    if (property.type !== 'Property' || name === null) return [];
    const within = fieldsOf(evaluation, { tree, node: property.value }, depth - 1);
    return [
      { tree, node: property.key, path: [name] },
      ...within.map((field): Field => ({ ...field, path: [name, ...field.path] })),
    ];
  });
}

function classesOf(
  evaluation: Evaluation,
  tree: Tree,
  node: Node,
): { readonly tree: Tree; readonly node: ClassNode }[] {
  return optionsOf(evaluate(evaluation, tree, node, null)).flatMap((value) =>
    value.kind === 'class' && isClass(value.node) ? [{ tree: value.tree, node: value.node }] : [],
  );
}

/** A class that is filled with an answer, where a decorator says under which name a field comes: `@Expose({ name: 'public' })`. */
function fieldsOfClass(tree: Tree, { body }: ClassNode): Field[] {
  return body.body.flatMap((element) => {
    const name = element.type === 'PropertyDefinition' ? nameOfKey(element.key, element.computed) : null;
    if (element.type !== 'PropertyDefinition' || element.static || name === null) return [];
    const named = decoratorsOf(element).flatMap(({ expression }) => namedBy(tree, expression));
    return named.length > 0 ? named : [{ tree, node: element.key, path: [name] }];
  });
}

function namedBy(tree: Tree, decorator: Node): Field[] {
  const [options] = decorator.type === 'CallExpression' ? decorator.arguments : [];
  const properties = options?.type === 'ObjectExpression' ? options.properties : [];
  return properties.flatMap((property) => {
    const isName = property.type === 'Property' && nameOfKey(property.key, property.computed) === 'name';
    const name = isName ? nameOfKey(property.value, true) : null;
    return isName && name !== null ? [{ tree, node: property.value, path: [name] }] : [];
  });
}
