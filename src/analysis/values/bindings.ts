import { gitlab } from '../../http/service-names.js';
import { known, toKnown } from '../../http/text.js';
import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { argumentsOf, evaluateArguments } from './calls.js';
import { constructionsOf } from './constructions.js';
import { genericInstance } from './classes.js';
import { toInstance } from './declared.js';
import { evaluate, namesOfKey } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { followMutations } from './mutations.js';
import { followWrites } from './flow.js';
import { readHanded } from './handed.js';
import { elementOf, listOf, listRecord, partsOf } from './lists.js';
import { isAbsolute } from './library.js';
import { readMember } from './members.js';
import { itemOfRound } from './rounds.js';
import type { At } from './members.js';
import { isNamespace, readCompiledNamespace } from './namespaces.js';
import { yieldedBy } from './yields.js';
import { readDecorated, readImplementation, readInjectedParameter } from './injection.js';
import { asRecord, readDependency, readImport, readModule } from '../modules.js';
import { givenByHelper, takerOfArguments } from '../syntax/compiled.js';
import { isProp, isWrittenInTemplate } from '../syntax/template.js';
import { contains, findDeclaration, findVariable, isClass, isFunction, nameOfKey, toPlace } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { absent, argumentAt, choose, emptyRecord, isSpread, mayBeNothing, unknownAt, withStandIn } from '../value.js';
import type { ClientValue, Entry, ExternalValue, Frame, Origin, Value } from '../value.js';

/** What a variable holds where it is read. */
export function readVariable(
  evaluation: Evaluation,
  tree: Tree,
  variable: Variable,
  use: Node,
  frame: Frame | null,
): Value {
  if (isProp(tree, variable) || isWrittenInTemplate(tree, variable)) return unknownAt(tree, use, frame);
  if (isNamespace(tree, variable)) return readCompiledNamespace(evaluation, tree, variable, frame);
  const initial = readDefinition(evaluation, tree, variable, use, frame);
  const written = followWrites(evaluation, tree, variable, use, frame, initial);
  return followMutations(evaluation, tree, variable, use, frame, written);
}

function readDefinition(evaluation: Evaluation, tree: Tree, variable: Variable, use: Node, frame: Frame | null): Value {
  const definition = variable.defs.find(({ node }) => (node as Node).type !== 'TSDeclareFunction') ?? variable.defs[0];
  const node = definition?.node as Node | undefined;
  if (definition === undefined || node === undefined) return unknownAt(tree, use, frame);
  if ((definition.type as string) === 'Parameter' && isFunction(node)) {
    return readParameter(evaluation, tree, node, definition.name, use, frame);
  }
  if (node.type === 'VariableDeclarator') return readDeclarator(evaluation, tree, node, definition.name, frame);
  if (isFunction(node) || isClass(node)) return evaluate(evaluation, tree, node, frameAround(tree, frame, node));
  if (node.type === 'TSEnumDeclaration') return readEnum(evaluation, tree, node, frame);
  if (node.type === 'TSModuleDeclaration') return readNamespace(evaluation, tree, variable, frame);
  if (node.type === 'TSImportEqualsDeclaration') return readImportEquals(evaluation, tree, node, use);
  if ((definition.type as string) === 'ImportBinding')
    return readImport(evaluation, tree, node, definition.parent as Node, use);
  return unknownAt(tree, use, frame);
}

/** An enum is a record of constants; a number without an initializer counts on from the one before. */
function readEnum(evaluation: Evaluation, tree: Tree, node: TSESTree.TSEnumDeclaration, frame: Frame | null): Value {
  const entries = new Map<string, Entry>();
  let next: number | null = 0;
  for (const { id, initializer } of node.body.members) {
    const name = nameOfKey(id, false);
    if (name === null) continue;
    const counted: Value = { kind: 'text', primitive: 'number', text: known(String(next)) };
    const value: Value =
      initializer == null
        ? next === null
          ? unknownAt(tree, id, frame)
          : counted
        : evaluate(evaluation, tree, initializer, frame);
    entries.set(name, { value, written: null });
    const shown: number | null =
      value.kind === 'text' && value.primitive === 'number' ? Number(toKnown(value.text)) : null;
    next = shown === null ? null : shown + 1;
  }
  return { ...emptyRecord, entries };
}

/** A namespace is a record of what its parts export. */
function readNamespace(evaluation: Evaluation, tree: Tree, { defs }: Variable, frame: Frame | null): Value {
  const names = defs.flatMap(({ node }) => exportedNames(node as Node));
  const entries = names.flatMap((name): [string, Entry][] => {
    const variable = findDeclaration(tree, name);
    return variable === null
      ? []
      : [[name.name, { value: readVariable(evaluation, tree, variable, name, frame), written: null }]];
  });
  return { ...emptyRecord, entries: new Map(entries) };
}

function exportedNames(namespace: Node): TSESTree.Identifier[] {
  if (namespace.type !== 'TSModuleDeclaration' || namespace.body?.type !== 'TSModuleBlock') return [];
  return namespace.body.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' ? declaredNames(statement.declaration) : [],
  );
}

function declaredNames(declaration: TSESTree.NamedExportDeclarations | null): TSESTree.Identifier[] {
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id] : []));
  return declaration !== null && 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id] : [];
}

/** `import x = require('…')`. */
function readImportEquals(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.TSImportEqualsDeclaration,
  use: Node,
): Value {
  const { moduleReference } = node;
  const source = moduleReference.type === 'TSExternalModuleReference' ? moduleReference.expression : null;
  return source?.type === 'Literal' && typeof source.value === 'string'
    ? readModule(evaluation, tree, source.value, use)
    : unknownAt(tree, use, null);
}

/** The nearest call being looked into whose function holds the node. */
export function frameAround(tree: Tree, frame: Frame | null, node: Node): Frame | null {
  for (let at = frame; at !== null; at = at.parent) {
    if (at.tree === tree && at.node !== node && contains(at.node, node)) return at;
  }
  return null;
}

function readDeclarator(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.VariableDeclarator,
  name: Node,
  frame: Frame | null,
): Value {
  const around = frameAround(tree, frame, node);
  const loop = tree.parents.get(tree.parents.get(node) ?? node);
  if (loop?.type === 'ForOfStatement' && contains(loop.left, node)) {
    const item = itemOfRound(around, loop);
    return item === undefined
      ? readElement(evaluation, tree, loop.right, node.id, name, around)
      : (bindPattern(evaluation, tree, node.id, name, item, around) ?? unknownAt(tree, name, frame));
  }
  if (loop?.type === 'ForInStatement' && contains(loop.left, node))
    return readName(evaluation, { tree, node: loop.right, frame: around }, name);
  if (node.init === null) return absent;
  const value = evaluate(evaluation, tree, node.init, around);
  return bindPattern(evaluation, tree, node.id, name, value, around) ?? unknownAt(tree, name, frame);
}

function readElement(
  evaluation: Evaluation,
  tree: Tree,
  list: Node,
  pattern: Node,
  name: Node,
  frame: Frame | null,
): Value {
  const yielded = yieldedBy(evaluation, { tree, node: list, frame });
  const items = yielded ?? partsOf(evaluate(evaluation, tree, list, frame), () => unknownAt(tree, name, frame));
  const bound = items.map(
    (item) => bindPattern(evaluation, tree, pattern, name, item, frame) ?? unknownAt(tree, name, frame),
  );
  return choose(bound, () => unknownAt(tree, name, frame));
}

/** One of a record's names, `for (const name in record)`. */
function readName(evaluation: Evaluation, { tree, node, frame }: At, name: Node): Value {
  const otherwise = (): Value => unknownAt(tree, name, frame);
  const names = listRecord(asRecord(evaluation, evaluate(evaluation, tree, node, frame)), (text) => text);
  return (names === null ? null : elementOf(names, otherwise)) ?? otherwise();
}

/** What `name` is bound to when `value` is put into `pattern`; null if the pattern does not hold it. */
function bindPattern(
  evaluation: Evaluation,
  tree: Tree,
  pattern: Node,
  name: Node,
  value: Value,
  frame: Frame | null,
): Value | null {
  if (pattern === name) return value;
  if (!contains(pattern, name)) return null;
  const at = { tree, node: name, frame };
  switch (pattern.type) {
    case 'TSParameterProperty':
      return bindPattern(evaluation, tree, pattern.parameter, name, value, frame);
    case 'AssignmentPattern':
      return bindPattern(
        evaluation,
        tree,
        pattern.left,
        name,
        withDefault(evaluation, tree, pattern.right, value, frame),
        frame,
      );
    case 'ObjectPattern': {
      const property = partAround(tree, pattern, name);
      if (property?.type === 'RestElement') return omit(value, pattern, at);
      if (property?.type !== 'Property') return null;
      const [key] = namesOfKey(evaluation, tree, property.key, property.computed, frame);
      const member =
        key === null || key === undefined ? unknownAt(tree, name, frame) : readMember(evaluation, value, key, at);
      return bindPattern(evaluation, tree, property.value, name, member, frame);
    }
    case 'ArrayPattern': {
      const index = pattern.elements.findIndex((element) => element !== null && contains(element, name));
      const element = pattern.elements[index];
      if (element === null || element === undefined || element.type === 'RestElement')
        return unknownAt(tree, name, frame);
      return bindPattern(evaluation, tree, element, name, readMember(evaluation, value, String(index), at), frame);
    }
    default:
      return null;
  }
}

/** The part of a pattern that a name stands in: of one with hundreds of names, none of the others is looked at. */
function partAround(tree: Tree, pattern: Node, name: Node): Node | undefined {
  let part: Node | undefined = name;
  while (part !== undefined && tree.parents.get(part) !== pattern) part = tree.parents.get(part);
  return part;
}

function withDefault(evaluation: Evaluation, tree: Tree, right: Node, value: Value, frame: Frame | null): Value {
  if (value.kind === 'absent') return evaluate(evaluation, tree, right, frame);
  if (value.kind !== 'unknown' && value.kind !== 'external' && !mayBeNothing(value)) return value;
  const standard = evaluate(evaluation, tree, right, frame);
  // A setting that is called after GitLab says by itself whose the base is that may stand in its place.
  const isNamed = value.kind === 'external' && gitlab.test(value.path.at(-1) ?? '');
  const isBase = isNamed && standard.kind === 'text' && isAbsolute(standard.text);
  return isBase ? value : choose([standard, withStandIn(value, toPlace(tree, right))], () => value);
}

function omit(
  value: Value,
  pattern: TSESTree.ObjectPattern,
  at: { tree: Tree; node: Node; frame: Frame | null },
): Value {
  if (value.kind !== 'record') return unknownAt(at.tree, at.node, at.frame);
  const taken = pattern.properties.map((property) =>
    property.type === 'Property' ? nameOfKey(property.key, property.computed) : null,
  );
  const entries = new Map([...value.entries].filter(([name]) => !taken.includes(name)));
  return { ...value, entries, literal: null };
}

// Parameters

function readParameter(
  evaluation: Evaluation,
  tree: Tree,
  owner: FunctionNode,
  name: Node,
  use: Node,
  frame: Frame | null,
): Value {
  const index = owner.params.findIndex((candidate) => contains(candidate, name));
  const pattern = owner.params[index];
  if (pattern === undefined) return unknownAt(tree, use, frame);
  const inner = findFrame(frame, takerOfArguments(tree, owner));
  const around = inner ?? frameAround(tree, frame, owner);
  if (pattern.type === 'RestElement') {
    const rest = inner?.args?.slice(index);
    if (rest === undefined) return unknownAt(tree, use, frame, parametersAt(tree, owner, use));
    const last = inner?.args?.at(-1);
    return listOf(rest.length === 0 && isSpread(last) ? [last] : rest);
  }
  const value =
    inner?.args == null ? readUnbound(evaluation, tree, owner, index, use, around) : argumentAt(inner.args, index);
  return bindPattern(evaluation, tree, pattern, name, value, around) ?? unknownAt(tree, use, frame);
}

function findFrame(frame: Frame | null, owner: FunctionNode): Frame | null {
  for (let at = frame; at !== null; at = at.parent) if (at.node === owner) return at;
  return null;
}

/** A parameter of a function that nobody is looking into a call of: its type, its name or its only callers may tell. */
function readUnbound(
  evaluation: Evaluation,
  tree: Tree,
  owner: FunctionNode,
  index: number,
  use: Node,
  frame: Frame | null,
): Value {
  const pattern = owner.params[index];
  const declared = pattern === undefined ? null : readDeclared(evaluation, tree, pattern);
  if (declared !== null) return declared;
  const given = immediateCall(tree, owner) ?? [];
  const argument = given[index];
  if (argument !== undefined) return evaluate(evaluation, tree, argument, frame);
  const list = givenByHelper(tree, owner);
  if (list?.type === 'ArrayExpression')
    return argumentAt(
      evaluateArguments(
        evaluation,
        tree,
        list.elements.filter((each) => each !== null),
        frame,
      ),
      index,
    );
  const dependency =
    readDependency(evaluation, tree, owner, index) ?? readInjectedParameter(evaluation, tree, owner, index);
  if (dependency !== null) return dependency;
  const promised = index === 0 ? readPromised(evaluation, tree, owner) : null;
  const found = promised ?? readHanded(evaluation, { tree, node: takerOfArguments(tree, owner), frame }, index);
  if (found !== null) return found;
  const unseen = unknownAt(tree, use, frame, parametersAt(tree, owner, use));
  const made = readMade(evaluation, tree, owner, index, frame);
  if (made.length === 0) return unseen;
  return choose(
    made.map((each) => each ?? unseen),
    () => unknownAt(tree, use, frame),
  );
}

/** What the class of a constructor is made with; null for what nobody sees, if it is only seen to be made of itself. */
function readMade(
  evaluation: Evaluation,
  tree: Tree,
  owner: FunctionNode,
  index: number,
  frame: Frame | null,
): (Value | null)[] {
  const pattern = owner.params[index];
  const bound = pattern?.type === 'TSParameterProperty' ? pattern.parameter : pattern;
  const standard = bound?.type === 'AssignmentPattern' ? bound.right : null;
  const constructions = constructionsOf(evaluation, tree, owner);
  const given = constructions.map((each) => argumentAt(argumentsOf(evaluation, each.tree, each.call, null), index));
  // Beside what others give, what stands for nothing would count for nothing.
  const made = standard === null ? given : given.map((value) => withDefault(evaluation, tree, standard, value, frame));
  if (made.length === 0 || constructions.some(({ inside }) => !inside)) return made;
  return [...made, ...(standard === null ? [] : [evaluate(evaluation, tree, standard, frame)]), null];
}

/** The parameter that a name is, which the function's callers fill. */
function parametersAt(tree: Tree, owner: FunctionNode, use: Node): Origin['parameters'] {
  const variable = findVariable(tree, use);
  const isOwn = variable?.defs.some(({ node }) => (node as Node) === owner) === true;
  return isOwn ? [{ variable, owner: takerOfArguments(tree, owner) }] : [];
}

/** The client or the class's instance that a parameter is by its type or its name. */
export function readDeclared(evaluation: Evaluation, tree: Tree, pattern: Node): Value | null {
  const identifier = identifierOf(pattern);
  if (identifier === null) return null;
  const client = evaluation.clients.find(({ injected }) => injected?.includes(identifier.name) === true);
  if (client !== undefined) return { kind: 'client', client, path: [], inherited: [], made: null };
  return readAnnotation(evaluation, tree, identifier) ?? readDecorated(evaluation, tree, pattern);
}

function identifierOf(pattern: Node): TSESTree.Identifier | null {
  if (pattern.type === 'Identifier') return pattern;
  if (pattern.type === 'TSParameterProperty') return identifierOf(pattern.parameter);
  if (pattern.type === 'AssignmentPattern') return identifierOf(pattern.left);
  return null;
}

/** What a variable, parameter or property is by its annotation: an HTTP client, or an instance of a class in sight. */
export function readAnnotation(
  evaluation: Evaluation,
  tree: Tree,
  typed: { readonly typeAnnotation?: TSESTree.TSTypeAnnotation | null | undefined },
): Value | null {
  const type = typed.typeAnnotation?.typeAnnotation;
  return type === undefined ? null : readType(evaluation, tree, type);
}

/** What a value is by its type: an HTTP client, or an instance of a class in sight. */
export function readType(evaluation: Evaluation, tree: Tree, type: TSESTree.TypeNode): Value | null {
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return null;
  const { name } = type.typeName;
  const client = findClientOfType(evaluation, name);
  if (client !== null) return client;
  const variable = findVariable(tree, type.typeName);
  if (variable === null || variable.defs.some(isTypedItself)) return null;
  const value = readDefinition(evaluation, tree, variable, type.typeName, null);
  if (value.kind === 'external') return findClientOfType(evaluation, keyOfExport(value));
  if (value.kind === 'client') return value.client.declared === true ? toInstance(value) : null;
  if (value.kind === 'class' && (isFunction(value.node) || !value.node.abstract)) return genericInstance(value);
  return (
    readImplementation(evaluation, tree, type.typeName) ?? (value.kind === 'class' ? genericInstance(value) : null)
  );
}

/** A parameter, or a variable with a type, is none: `(Client: Client) => …` names one that stands elsewhere. */
function isTypedItself({ type, name }: Variable['defs'][number]): boolean {
  return (type as string) === 'Parameter' || ('typeAnnotation' in name && name.typeAnnotation != null);
}

/** The client whose type has this name, alone or with its package. */
export function findClientOfType(evaluation: Evaluation, name: string): ClientValue | null {
  const client = evaluation.clients.find(({ types }) => types?.includes(name) === true);
  return client === undefined ? null : { kind: 'client', client, path: [], inherited: [], made: null };
}

/** `@nestjs/axios#HttpService`. */
function keyOfExport({ module, path }: ExternalValue): string {
  return `${module ?? ''}#${path.join('.')}`;
}

/** The arguments of `(function (a) { … })(x)`. */
function immediateCall(tree: Tree, owner: FunctionNode): readonly Node[] | null {
  const parent = tree.parents.get(owner);
  return parent?.type === 'CallExpression' && parent.callee === owner ? parent.arguments : null;
}

const promisable: ReadonlySet<Value['kind']> = new Set([
  'list',
  'module',
  'record',
  'instance',
  'class',
  'function',
  'client',
  'text',
]);

/** What a promise in sight hands to `then`: a module that is imported on demand, what an async function returns. */
function readPromised(evaluation: Evaluation, tree: Tree, owner: FunctionNode): Value | null {
  const call = tree.parents.get(owner);
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression' || call.arguments[0] !== owner)
    return null;
  if (nameOfKey(call.callee.property, call.callee.computed) !== 'then') return null;
  const value = evaluate(evaluation, tree, call.callee.object, null);
  return promisable.has(value.kind) ? value : null;
}
