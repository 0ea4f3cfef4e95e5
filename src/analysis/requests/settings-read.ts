import type { Place, Text } from '../../http/text.js';
import type { Project } from '../project.js';
import { ancestorsOf, contains, findVariable, nameOfKey, sourceOf, toTree } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { toOrigin } from '../value.js';
import type { FoundRequest } from './found-request.js';

// The settings that the base of a request may come from

/** What is written where a request's base is taken from somewhere. */
export interface SettingsRead {
  /** Expressions: `config.get('gitlab.api')`, `process.env.API || 'https://…'`, `${API:-`. */
  readonly texts: readonly string[];
  /** The names of the records that the base's own text stands in, outermost first: a file of settings may give it anew. */
  readonly records: readonly (readonly string[])[];
}

const read = new WeakMap<FoundRequest, SettingsRead>();

/** What may have been read for the base of a request; looked up once. */
export function findSettingsRead(found: FoundRequest, project: Project): SettingsRead {
  const known = read.get(found) ?? lookUp(found, project);
  read.set(found, known);
  return known;
}

function lookUp({ request: { base, version }, tree }: FoundRequest, project: Project): SettingsRead {
  const texts = base.flatMap((piece) => (piece.kind === 'hole' && version === null ? textsOfHole(piece) : []));
  const around = base.flatMap((piece) =>
    piece.kind === 'known' && piece.source !== null ? aroundOf(piece.source.literal, piece.source, tree, project) : [],
  );
  return {
    texts: [...texts, ...around.flatMap((one) => one.texts)],
    records: around.flatMap((one) => one.records),
  };
}

/** Whether a base is `process.env.CI_API_V4_URL`, which says what it is: https://docs.gitlab.com/ci/variables/predefined_variables/ */
export function isOfPipeline({ request: { base, version } }: FoundRequest): boolean {
  const [first] = base;
  if (version !== null || first?.kind !== 'hole') return false;
  return textsOfHole(first).some((text) => /(?:^|\benv\b.*\b)CI_API_V4_URL['"\]]*$/.test(text));
}

/** The expression, and the declaration of the variable that it is. */
function textsOfHole(hole: Extract<Text[number], { kind: 'hole' }>): string[] {
  const origin = toOrigin(hole);
  if (origin === null) return [hole.label];
  const declared = origin.node.type === 'Identifier' ? (findVariable(origin.tree, origin.node)?.defs ?? []) : [];
  return [
    hole.label,
    sourceOf(origin.tree, origin.node).slice(0, 300),
    ...declared.map(({ node }) => sourceOf(origin.tree, node as Node).slice(0, 300)),
  ];
}

function aroundOf(literal: Place, place: Place, own: Tree, project: Project): SettingsRead[] {
  const parsed = literal.file === own.file ? null : project.parse(literal.file);
  const tree = literal.file === own.file ? own : parsed === null ? null : toTree(parsed);
  if (tree === null) return [];
  const node = tree.literals.get(literal.start);
  return node === undefined ? aroundInDocument(tree, place) : [aroundInProgram(tree, node)];
}

/** `${NAME:-https://…}`, where what is set before the script wins. */
function aroundInDocument(tree: Tree, { start }: Place): SettingsRead[] {
  const before = /\$\{\w+:?[-=]["']?$/.exec(tree.text.slice(Math.max(0, start - 100), start))?.[0];
  return before === undefined ? [] : [{ texts: [before], records: [] }];
}

/** A literal that is taken where a setting is missing. */
function aroundInProgram(tree: Tree, node: Node): SettingsRead {
  const texts: string[] = [];
  const names: string[] = [];
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor.type === 'LogicalExpression' || ancestor.type === 'ConditionalExpression')
      texts.push(sourceOf(tree, ancestor).slice(0, 300));
    else if (ancestor.type === 'Property') names.unshift(nameOfKey(ancestor.key, ancestor.computed) ?? '');
    else if (ancestor.type === 'VariableDeclarator' && !contains(ancestor.id, node)) break;
    else if (ancestor.type === 'VariableDeclarator') texts.push(sourceOf(tree, ancestor).slice(0, 300));
    else if (ancestor.type.endsWith('Statement') || ancestor.type.includes('Function')) break;
  }
  return { texts, records: names.length < 2 ? [] : [names.filter((name) => name !== 'default')] };
}

/** A base that an expression puts together where nobody can follow it: `url.replace(/\/?$/, '/api/v3')`. */
export function findBaseInHole({ request: { base, version } }: FoundRequest): Place | null {
  if (version !== null) return null;
  for (const piece of base) {
    const origin = piece.kind === 'hole' ? toOrigin(piece) : null;
    const place = origin === null ? null : findBaseIn(origin.tree, origin.node);
    if (place !== null) return place;
  }
  return null;
}

/** In the expression, or in the function of the same file that it calls. */
function findBaseIn(tree: Tree, node: Node): Place | null {
  const called =
    node.type === 'CallExpression' && node.callee.type === 'Identifier'
      ? (findVariable(tree, node.callee)?.defs ?? []).map((definition) => definition.node as Node)
      : [];
  const text = [node, ...called].flatMap((one) =>
    tree.texts.filter((each) => contains(one, each) && isBase(tree, each)),
  );
  const [first] = text;
  return first === undefined ? null : { file: tree.file, start: first.range[0], end: first.range[1] };
}

function isBase(tree: Tree, node: Node): boolean {
  return /^.\/?api\/v[34]\/?.$/.test(sourceOf(tree, node));
}
