import type { TSESTree } from '@typescript-eslint/types';
import type { Quoting, Source, Text, Writer } from '../../http/text.js';
import { known } from '../../http/text.js';
import { cutAtEscapes } from '../syntax/escapes.js';
import { sourceOf, toPlace, unwrap } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { absent, knownPiece, nullValue, unknownAt } from '../value.js';
import type { Frame, TextValue, Value } from '../value.js';
import type { Evaluation } from '../evaluate.js';
import { operand, concatenate } from './texts.js';

// Literals and templates

export function readLiteral(tree: Tree, node: TSESTree.Literal): Value | null {
  if (node.value === null) return 'regex' in node || 'bigint' in node ? null : nullValue;
  const primitive = typeof node.value;
  if (primitive !== 'string' && primitive !== 'number' && primitive !== 'boolean') return null;
  const characters = String(node.value);
  const raw = sourceOf(tree, node);
  const quoted = primitive === 'string';
  const edge = quoted ? 1 : 0;
  const quoting: Quoting = quoted && (raw[0] === '"' || raw[0] === "'") ? raw[0] : 'bare';
  const text = readCharacters(tree, node, [node.range[0] + edge, node.range[1] - edge], characters, quoting);
  return { kind: 'text', primitive, text };
}

/** What stands in a range of a literal is one piece, or one for each escape and each stretch between them. */
function readCharacters(
  tree: Tree,
  node: Node,
  [start, end]: readonly [number, number],
  characters: string,
  quoting: Quoting,
): Text {
  const raw = tree.text.slice(start, end);
  const stretches = raw === characters || quoting === 'bare' ? null : cutAtEscapes(raw);
  if (stretches === null || stretches.map(({ text }) => text).join('') !== characters)
    return [knownPiece(characters, toSource(tree, node, start, end, raw === characters, quoting))];
  let at = start;
  return stretches.map(({ text, length }) => {
    at += length;
    return knownPiece(text, toSource(tree, node, at - length, at, true, quoting));
  });
}

function toSource(tree: Tree, node: Node, start: number, end: number, verbatim: boolean, quoting: Quoting): Source {
  return {
    file: tree.file,
    start,
    end,
    verbatim,
    quoting,
    literal: toPlace(tree, node),
    joinable: isJoinable(tree, node),
  };
}

/** Whether `node` may become `node + x` without parentheses and still be read as one operand, argument or value. */
function isJoinable(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  switch (parent?.type) {
    case 'BinaryExpression':
      return parent.operator === '+';
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node;
    case 'VariableDeclarator':
    case 'Property':
    case 'PropertyDefinition':
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'ArrayExpression':
    case 'TemplateLiteral':
    case 'ExportDefaultDeclaration':
      return true;
    default:
      return false;
  }
}

export function readTemplate(
  evaluation: Evaluation,
  tree: Tree,
  node: TSESTree.TemplateLiteral,
  frame: Frame | null,
): Value {
  const parts: Value[] = [];
  node.quasis.forEach((quasi, index) => {
    parts.push({ kind: 'text', primitive: 'string', text: readQuasi(tree, node, quasi) });
    const expression = node.expressions[index];
    if (expression !== undefined) parts.push(operand(evaluation, tree, expression, frame));
  });
  return concatenate(parts, () => unknownAt(tree, node, frame));
}

/** The texts between the expressions of a tagged template. Nothing but text can be put into them: the tag decides what becomes of an expression. */
export function readQuasis(tree: Tree, node: TSESTree.TemplateLiteral): TextValue[] {
  return node.quasis.map((quasi) => {
    const text = readQuasi(tree, node, quasi).map((piece) =>
      piece.kind === 'known' && piece.source !== null
        ? { ...piece, source: { ...piece.source, writer: ofTag } }
        : piece,
    );
    return { kind: 'text', primitive: 'string', text };
  });
}

const ofTag: Writer = { known: (text) => (/[`\\]|\$\{/.test(text) ? null : text), hole: () => null };

/** Parsers disagree on whether a quasi's range holds its delimiters; the raw text tells. */
function readQuasi(tree: Tree, node: TSESTree.TemplateLiteral, quasi: TSESTree.TemplateElement): Text {
  const cooked = quasi.value.cooked;
  if (cooked === '' || cooked === null) return [];
  const bare = tree.text.slice(quasi.range[0], quasi.range[1]) === quasi.value.raw;
  const start = bare ? quasi.range[0] : quasi.range[0] + 1;
  const end = start + quasi.value.raw.length;
  return readCharacters(tree, node, [start, end], cooked, '`');
}

export function readUnary(tree: Tree, node: TSESTree.UnaryExpression): Value | null {
  if (node.operator === 'void') return absent;
  const inner = unwrap(node.argument);
  if (inner.type !== 'Literal' || typeof inner.value !== 'number') return null;
  if (node.operator === '-') return { kind: 'text', primitive: 'number', text: known(String(-inner.value)) };
  if (node.operator !== '!') return null;
  const source = toSource(tree, node, node.range[0], node.range[1], false, 'bare');
  return { kind: 'text', primitive: 'boolean', text: [knownPiece(String(inner.value === 0), source)] };
}
