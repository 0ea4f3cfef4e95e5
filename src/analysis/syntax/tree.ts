import { createRequire } from 'node:module';
import type * as VisitorKeys from '@typescript-eslint/visitor-keys';
import type { TSESTree } from '@typescript-eslint/types';
import type { Reference, Variable } from '@typescript-eslint/scope-manager';
import type { Place } from '../../http/text.js';
import type { ParsedFile } from '../project.js';

export type Node = TSESTree.Node;

export type FunctionNode =
  TSESTree.FunctionDeclaration | TSESTree.FunctionExpression | TSESTree.ArrowFunctionExpression;

/** `a.b = c`, `a.b += c`, `a.b++`, `delete a.b`. */
export type MemberWriteNode = TSESTree.AssignmentExpression | TSESTree.UpdateExpression | TSESTree.UnaryExpression;

/** What a write puts in as it is, whether it always does, `=`, or where there is nothing yet, `||=` and `??=`. */
export function rightOf(write: Node): TSESTree.Expression | null {
  return write.type === 'AssignmentExpression' && /^(?:|\|\||\?\?)=$/.test(write.operator) ? write.right : null;
}

export type ReadingNode =
  TSESTree.MemberExpression | TSESTree.ObjectPattern | TSESTree.CallExpression | TSESTree.BinaryExpression;

/** Where a value meets the type that it is said to be of: it is declared, assigned, asserted, given or returned. */
export type TypingNode =
  | FunctionNode
  | TSESTree.CallExpression
  | TSESTree.AssignmentExpression
  | TSESTree.VariableDeclarator
  | TSESTree.PropertyDefinition
  | TSESTree.TSAsExpression
  | TSESTree.TSTypeAssertion
  | TSESTree.TSSatisfiesExpression;

export type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression;

export type LoopNode =
  | TSESTree.DoWhileStatement
  | TSESTree.ForInStatement
  | TSESTree.ForOfStatement
  | TSESTree.ForStatement
  | TSESTree.WhileStatement;

/** A parsed file with what one walk over it tells. */
export interface Tree {
  readonly file: string;
  readonly text: string;
  readonly program: TSESTree.Program;
  readonly scopes: ParsedFile['scopes'];
  readonly parents: ReadonlyMap<Node, Node>;
  /** Nodes by type, in source order, of the types that the analysis starts from. */
  readonly calls: readonly (TSESTree.CallExpression | TSESTree.NewExpression)[];
  readonly texts: readonly (TSESTree.Literal | TSESTree.TemplateLiteral)[];
  readonly assignments: readonly TSESTree.AssignmentExpression[];
  readonly records: readonly TSESTree.ObjectExpression[];
  readonly classes: readonly ClassNode[];
  /** What writes to members, or takes them away. */
  readonly memberWrites: readonly MemberWriteNode[];
  readonly functions: readonly FunctionNode[];
  readonly elements: readonly TSESTree.JSXOpeningElement[];
  readonly identifiers: readonly TSESTree.Identifier[];
  /** What takes something out of a value: `a.b`, `{ b } = a`, `b(a)`, `'b' in a`. */
  readonly readings: readonly ReadingNode[];
  readonly typings: readonly TypingNode[];
  readonly references: ReadonlyMap<Node, Reference>;
  /** Variables by the names in their declarations. */
  readonly declarations: ReadonlyMap<Node, Variable>;
  /** Texts and records by where they start. */
  readonly literals: ReadonlyMap<number, TSESTree.Literal | TSESTree.TemplateLiteral | TSESTree.ObjectExpression>;
}

const trees = new WeakMap<ParsedFile, Tree>();

/** The tree of a parsed file; computed once. */
export function toTree(parsed: ParsedFile): Tree {
  const known = trees.get(parsed);
  if (known !== undefined) return known;
  const tree = buildTree(parsed);
  trees.set(parsed, tree);
  return tree;
}

function buildTree({ file, text, program, scopes }: ParsedFile): Tree {
  const parents = new Map<Node, Node>();
  const calls: Tree['calls'][number][] = [];
  const texts: Tree['texts'][number][] = [];
  const assignments: TSESTree.AssignmentExpression[] = [];
  const records: TSESTree.ObjectExpression[] = [];
  const classes: ClassNode[] = [];
  const memberWrites: Tree['memberWrites'][number][] = [];
  const functions: FunctionNode[] = [];
  const elements: TSESTree.JSXOpeningElement[] = [];
  const identifiers: TSESTree.Identifier[] = [];
  const readings: ReadingNode[] = [];
  const typings: TypingNode[] = [];
  walk(program, (node, parent) => {
    if (parent !== null) parents.set(node, parent);
    if (node.type === 'Identifier') identifiers.push(node);
    else if (node.type === 'MemberExpression' || node.type === 'ObjectPattern') readings.push(node);
    else if (node.type === 'BinaryExpression' && node.operator === 'in') readings.push(node);
    else if (node.type === 'NewExpression') calls.push(node);
    else if (node.type === 'CallExpression') {
      calls.push(node);
      readings.push(node);
      typings.push(node);
    } else if (node.type === 'Literal' || node.type === 'TemplateLiteral') texts.push(node);
    else if (node.type === 'AssignmentExpression') {
      assignments.push(node);
      typings.push(node);
      if (node.left.type === 'MemberExpression') memberWrites.push(node);
    } else if (node.type === 'UpdateExpression' || (node.type === 'UnaryExpression' && node.operator === 'delete'))
      memberWrites.push(node);
    else if (node.type === 'ObjectExpression') records.push(node);
    else if (node.type === 'JSXOpeningElement') elements.push(node);
    else if (isClass(node)) classes.push(node);
    else if (isFunction(node)) {
      functions.push(node);
      typings.push(node);
    } else if (isTyping(node)) typings.push(node);
  });
  const literals = new Map([...records, ...texts].map((literal) => [literal.range[0], literal]));
  const names = namesIn(scopes);
  const lists = {
    calls,
    texts,
    assignments,
    memberWrites,
    records,
    classes,
    functions,
    elements,
    identifiers,
    readings,
    typings,
  };
  return { file, text, program, scopes, parents, literals, ...lists, ...names };
}

function namesIn({ scopes }: ParsedFile['scopes']): Pick<Tree, 'references' | 'declarations'> {
  const references = new Map<Node, Reference>();
  const declarations = new Map<Node, Variable>();
  for (const scope of scopes) {
    for (const reference of scope.references) references.set(reference.identifier, reference);
    for (const variable of scope.variables) {
      for (const { name } of variable.defs) declarations.set(name, variable);
      // Of what `catch` takes apart, the scopes of Babel's parser name the whole pattern.
      for (const identifier of variable.identifiers) declarations.set(identifier, variable);
    }
  }
  return { references, declarations };
}

/** Visits a node and all below it, parents first, in source order. Iterative, so that deep nesting can't overflow. */
export function walk(root: Node, visit: (node: Node, parent: Node | null) => void): void {
  const nodes: Node[] = [root];
  const parents: (Node | null)[] = [null];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    visit(node, parents.pop() ?? null);
    stackChildren(node, nodes);
    while (parents.length < nodes.length) parents.push(node);
  }
}

/** Puts a node's children on a stack, the first on top. Each node of each file comes through here: it makes no list of its own. */
function stackChildren(node: Node, stack: Node[]): void {
  const keys = keysOf(node);
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  for (let index = keys.length - 1; index >= 0; index -= 1) stackNodes(fields[keys[index] ?? ''], stack);
}

function stackNodes(value: unknown, stack: Node[]): void {
  if (isNode(value)) stack.push(value);
  if (!Array.isArray(value)) return;
  for (let index = value.length - 1; index >= 0; index -= 1) {
    const element: unknown = value[index];
    if (isNode(element)) stack.push(element);
  }
}

let visitorKeys: VisitorKeys.VisitorKeys | null = null;

/** What tells the keys is loaded when the first tree is walked, since files are found before that. */
function loadVisitorKeys(): VisitorKeys.VisitorKeys {
  const load = createRequire(import.meta.url);
  return (load('@typescript-eslint/visitor-keys') as typeof VisitorKeys).visitorKeys;
}

function keysOf(node: Node): readonly string[] {
  visitorKeys ??= loadVisitorKeys();
  return visitorKeys[node.type] ?? Object.keys(node).filter((key) => key !== 'parent');
}

/** A node's children, in source order. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  stackChildren(node, children);
  return children.reverse();
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

function isTyping(node: Node): node is TypingNode {
  switch (node.type) {
    case 'VariableDeclarator':
    case 'PropertyDefinition':
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TSSatisfiesExpression':
      return true;
    default:
      return false;
  }
}

export function isFunction(node: Node | null | undefined): node is FunctionNode {
  return (
    node?.type === 'FunctionDeclaration' ||
    node?.type === 'FunctionExpression' ||
    node?.type === 'ArrowFunctionExpression'
  );
}

/** Whether a function's first parameter only says in TypeScript what its `this` is: nobody gives it. */
export function declaresThis({ params: [first] }: FunctionNode): boolean {
  return first?.type === 'Identifier' && first.name === 'this';
}

export function isClass(node: Node | null | undefined): node is ClassNode {
  return node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression';
}

/** What decorates a class or a member of it. Parsers of JavaScript alone know no decorators, and have no list of them. */
export function decoratorsOf(node: {
  readonly decorators?: readonly TSESTree.Decorator[];
}): readonly TSESTree.Decorator[] {
  return node.decorators ?? [];
}

/** The node and those around it, innermost first. */
export function* ancestorsOf(tree: Tree, node: Node): Generator<Node> {
  for (let at = tree.parents.get(node); at !== undefined; at = tree.parents.get(at)) yield at;
}

/** The innermost node that holds all of a place. */
export function nodeAround({ program }: Tree, { start, end }: Place): Node {
  let around: Node = program;
  for (let inner: Node | undefined = program; inner !== undefined;) {
    around = inner;
    inner = childrenKnown(around).find(({ range }) => range[0] <= start && end <= range[1]);
  }
  return around;
}

/** Those of some nodes in source order that start inside of another. */
export function nodesIn<One extends Node>(nodes: readonly One[], { range: [start, end] }: Node): readonly One[] {
  return nodes.slice(firstAfter(nodes, start), firstAfter(nodes, end));
}

/** The index of the first node that starts at an offset or behind it. */
function firstAfter(nodes: readonly Node[], offset: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.range[0] ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const manyChildren = 32;
const lists = new WeakMap<Node, readonly Node[]>();

/** A file of thousands of statements is asked for the one around each finding. */
function childrenKnown(node: Node): readonly Node[] {
  const known = lists.get(node);
  if (known !== undefined) return known;
  const children = childrenOf(node);
  if (children.length > manyChildren) lists.set(node, children);
  return children;
}

/** A call with the calls on what it returns: `request.get(url).query(…).set(…)`. */
export function wholeChain(tree: Tree, node: Node): Node {
  let whole = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    const continues =
      (ancestor.type === 'MemberExpression' && ancestor.object === whole) ||
      (ancestor.type === 'CallExpression' && ancestor.callee === whole);
    if (!continues) return whole;
    whole = ancestor;
  }
  return whole;
}

/** The function that a node stands in; null at the top of the file. */
export function enclosingFunction(tree: Tree, node: Node): FunctionNode | null {
  for (let at = tree.parents.get(node); at !== undefined; at = tree.parents.get(at)) if (isFunction(at)) return at;
  return null;
}

/** Whether what is declared here is exported with its declaration; what a function declares is its own. */
export function isExportedHere(tree: Tree, node: Node): boolean {
  for (const ancestor of ancestorsOf(tree, node)) {
    if (isFunction(ancestor)) return false;
    if (/^Export/.test(ancestor.type)) return true;
  }
  return false;
}

export function contains(outer: Node, inner: Node): boolean {
  return outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1];
}

/** The variable that an identifier means; null for a global that no scope declares. */
export function findVariable(tree: Tree, identifier: Node): Variable | null {
  const variable = tree.references.get(identifier)?.resolved ?? null;
  return variable !== null && variable.defs.length > 0 ? variable : null;
}

/** What a name is declared as: a function, a class, or what a variable is given. */
export function definitionOf(tree: Tree, name: Node): Node | null {
  const [definition] = findVariable(tree, name)?.defs ?? [];
  const home = definition?.node as Node | undefined;
  if (home === undefined || (definition?.type as string) === 'Parameter') return null;
  if (home.type !== 'VariableDeclarator') return home;
  return home.init === null ? null : unwrap(home.init);
}

/** The variable that a name in a declaration declares. */
export function findDeclaration(tree: Tree, name: Node): Variable | null {
  return tree.declarations.get(name) ?? null;
}

export function toPlace(tree: Tree, node: Node): Place {
  return { file: tree.file, start: node.range[0], end: node.range[1] };
}

export function sourceOf(tree: Tree, node: Node): string {
  return tree.text.slice(node.range[0], node.range[1]);
}

/** The last name of what a call calls: `get` of `client.get(url)`. Empty if it has none. */
export function calleeName({ callee }: TSESTree.CallExpression): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? (nameOfKey(callee.property, callee.computed) ?? '') : '';
}

/** The name that a function is called by where it stands; empty if it has none. */
export function nameOfFunction(tree: Tree, node: FunctionNode): string {
  if (node.id != null) return node.id.name;
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : '';
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return nameOfKey(parent.key, parent.computed) ?? '';
    case 'AssignmentExpression':
      return parent.left.type === 'MemberExpression'
        ? (nameOfKey(parent.left.property, parent.left.computed) ?? '')
        : '';
    default:
      return '';
  }
}

/** A property's, member's or parameter's name if it can be read off: `a`, `'a'`, `1`; null if it is computed. */
export function nameOfKey(key: Node, computed: boolean): string | null {
  if (!computed && (key.type === 'Identifier' || key.type === 'PrivateIdentifier')) return key.name;
  if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number'))
    return String(key.value);
  return key.type === 'TemplateLiteral' && key.expressions.length === 0 ? (key.quasis[0]?.value.cooked ?? null) : null;
}

/** `const item` of `for (const item of items)`. */
export function isLoopVariable(tree: Tree, declarator: Node): boolean {
  const [, loop] = ancestorsOf(tree, declarator);
  return loop?.type === 'ForOfStatement' || loop?.type === 'ForInStatement';
}

/** `if (…) return …;` */
export function leavesEarly(statement: Node): boolean {
  if (statement.type !== 'IfStatement' || statement.alternate !== null) return false;
  const { consequent } = statement;
  const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
  return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement';
}

/** Takes off what changes no value: parentheses, type assertions, `!`, optional chains, `await`. */
export function unwrap(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'ChainExpression':
      return unwrap(node.expression);
    case 'AwaitExpression':
      return unwrap(node.argument);
    default:
      return (node as { type: string }).type === 'ParenthesizedExpression'
        ? unwrap((node as unknown as { expression: Node }).expression)
        : node;
  }
}
