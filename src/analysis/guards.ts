import type { FoundRequest } from './sending.js';
import { ancestorsOf, sourceOf } from './tree.js';
import type { Node, Tree } from './tree.js';

/** A comparison of a version with 3 or 4, or a flag of the name; the versions of Node and of packages are others. */
const versionTest =
  /(?<!(?:process|pkg|node|package)\.)\b\w*version\s*[!=<>]=?=?\s*['"]?v?[34]\b|['"]v[34]['"]|\b(?:is_?|use_?|supports_?)?(?:api_?)?v[34]\b/i;
const probeName = /version|probe|detect|supports/i;

/** Code that serves both versions: an arm of a test of the version, or a removed route that is tried to find it out. */
export function isGuarded(found: FoundRequest): boolean {
  const { tree } = found;
  const nodes = [found.node, ...literalNodes(found)];
  if (found.chain.some((call) => isVersionArm(call.tree, call.node))) return true;
  return nodes.some((node) => isVersionArm(tree, node)) || isProbe(tree, found.node) || isFallback(tree, found.node);
}

function literalNodes({ tree, request }: FoundRequest): Node[] {
  const pieces = [...request.base, ...request.segments.flatMap(({ text }) => text)];
  const starts = new Set(
    pieces.flatMap((piece) =>
      piece.kind === 'known' && piece.source?.file === tree.file ? [piece.source.literal.start] : [],
    ),
  );
  const properties = request.parameters.flatMap(({ written }) => (written.in === 'record' ? [written.property] : []));
  const own = properties.filter(({ key }) => key.file === tree.file);
  const records = own.map(({ record }) => record.place.start);
  const assigned = new Set(own.flatMap(({ kind, key }) => (kind === 'assignment' ? [key.end] : [])));
  return [
    ...[...starts, ...records].flatMap((start) => tree.literals.get(start) ?? []),
    ...tree.assignments.filter(({ left }) => assigned.has(left.range[1])),
  ];
}

function isVersionArm(tree: Tree, node: Node): boolean {
  let child = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    const branches = ancestor.type === 'IfStatement' || ancestor.type === 'ConditionalExpression';
    if (branches && child !== ancestor.test && isVersionTest(tree, ancestor.test)) return true;
    if (ancestor.type === 'BlockStatement' && ancestor.body.some((statement) => isLeft(tree, statement, child)))
      return true;
    if (
      ancestor.type === 'SwitchCase' &&
      ancestor.test !== child &&
      ancestor.test !== null &&
      /^['"]?v?[34]['"]?$/i.test(sourceOf(tree, ancestor.test))
    )
      return true;
    child = ancestor;
  }
  return false;
}

/** A comparison with a whole address is none with its version. */
function isVersionTest(tree: Tree, test: Node): boolean {
  return versionTest.test(sourceOf(tree, test).replace(/\/api\/v[34]\/\w/g, ''));
}

/** A branch for the other version that returns before the node is reached. */
function isLeft(tree: Tree, statement: Node, node: Node): boolean {
  if (statement.type !== 'IfStatement' || statement.range[1] > node.range[0]) return false;
  return isVersionTest(tree, statement.test) && /\breturn\b|\bthrow\b/.test(sourceOf(tree, statement.consequent));
}

/** One version is tried, and the other where it fails. */
function isFallback(tree: Tree, node: Node): boolean {
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor.type !== 'TryStatement' || ancestor.handler === null) continue;
    const [one, other] = [sourceOf(tree, ancestor.block), sourceOf(tree, ancestor.handler)];
    if ((/\bv3\b/.test(one) && /\bv4\b/.test(other)) || (/\bv4\b/.test(one) && /\bv3\b/.test(other))) return true;
  }
  return false;
}

/** `try { … }` in a function that by its name finds out the version. */
function isProbe(tree: Tree, node: Node): boolean {
  let tried = false;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor.type === 'TryStatement') tried = true;
    if (!tried) continue;
    if (ancestor.type === 'FunctionDeclaration' && probeName.test(ancestor.id?.name ?? '')) return true;
    if (ancestor.type === 'VariableDeclarator' && probeName.test(sourceOf(tree, ancestor.id))) return true;
    if (
      (ancestor.type === 'MethodDefinition' || ancestor.type === 'Property') &&
      probeName.test(sourceOf(tree, ancestor.key))
    )
      return true;
  }
  return false;
}
