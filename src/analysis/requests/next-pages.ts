import type { HolePiece } from '../../http/text.js';
import { initialsOf } from '../values/origins.js';
import { calleeName, findVariable, nameOfKey, walk } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { toOrigin } from '../value.js';
import type { FoundRequest } from './found-request.js';

/**
 * Whether a request goes on to the page that a `Link` header names (RFC 8288): the service itself wrote the whole
 * address, so that it speaks the version of the request before.
 */
export function isNextPage({ request: { base, segments } }: FoundRequest): boolean {
  const path = segments.flatMap(({ text }) => text);
  const [piece, ...others] = path.length > 0 ? path : base;
  return piece?.kind === 'hole' && others.length === 0 && isNamedByHeader(piece);
}

const mostNodes = 40;

function isNamedByHeader(hole: HolePiece): boolean {
  const origin = toOrigin(hole);
  if (origin === null) return false;
  const seen = new Map<Node, Tree>([[origin.node, origin.tree]]);
  for (const [node, tree] of seen) {
    if (seen.size > mostNodes) return false;
    if (holdsHeader(node)) return true;
    for (const initial of initialsWithin(tree, node)) seen.set(initial.node, initial.tree);
  }
  return false;
}

function initialsWithin(tree: Tree, node: Node): ReturnType<typeof initialsOf> {
  const found: ReturnType<typeof initialsOf> = [];
  walk(node, (inner) => {
    const variable = inner.type === 'Identifier' ? findVariable(tree, inner) : null;
    if (variable !== null) found.push(...initialsOf(tree, variable));
  });
  return found;
}

function holdsHeader(node: Node): boolean {
  let holds = false;
  walk(node, (inner) => {
    holds ||= isHeader(inner);
  });
  return holds;
}

/** `answer.headers.link`, `answer.headers.get('Link')`, `xhr.getResponseHeader('Link')`. */
function isHeader(node: Node): boolean {
  if (node.type === 'MemberExpression')
    return isLink(nameOfKey(node.property, node.computed)) && isHeaders(node.object);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const [name] = node.arguments;
  const isRead = /^(?:get|header|getHeader|getResponseHeader)$/.test(calleeName(node));
  return isRead && name !== undefined && isLink(nameOfKey(name, true));
}

function isLink(name: string | null): boolean {
  return name?.toLowerCase() === 'link';
}

function isHeaders(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'headers';
  return node.type === 'MemberExpression' && nameOfKey(node.property, node.computed) === 'headers';
}
