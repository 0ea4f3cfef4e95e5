import { isSyntaxFailure, parseText } from '../analysis/parse.js';
import type { Node } from '../analysis/syntax/tree.js';
import { insert, lineEndOf } from './splice.js';
import type { Insertion } from './splice.js';

/** The configuration with v4ward's behind the others, or why that cannot be told. */
export type Edited = { readonly text: string } | { readonly because: string };

const element = 'v4ward.configs.recommended';

/**
 * Adds v4ward's recommended configuration to a flat configuration of ESLint's, where its list is in sight: an array, or
 * a call of `defineConfig` (`eslint/config`) or `tseslint.config` (`typescript-eslint`), exported as it is or by the
 * name of a constant.
 *
 * @see https://eslint.org/docs/latest/use/configure/configuration-files
 */
export function addToEslint(file: string, text: string): Edited {
  const parsed = parseText(file, text);
  if (isSyntaxFailure(parsed)) return { because: 'it cannot be parsed' };
  const { program } = parsed;
  if (/\bv4ward\b/.test(text)) return { because: 'it names v4ward, in a way that is not understood' };
  const exported = findExport(program.body);
  if (exported === null) return { because: 'its export is not in sight' };
  const list = findList(exported.value, program.body);
  if (list === null) return { because: 'what it exports is put together in a way that is not understood' };
  const source: Source = { text, style: styleOf(text, program.body) };
  const insertions = [...toImport(source, program.body, exported.kind), ...toElement(source, list)];
  return prove({ file, text: insert(text, insertions) }, [...textsOf(text, list), element]);
}

/** Read again, what was written must be the list that was meant. */
function prove({ file, text }: { readonly file: string; readonly text: string }, expected: readonly string[]): Edited {
  const parsed = parseText(file, text);
  const exported = isSyntaxFailure(parsed) ? null : findExport(parsed.program.body);
  const list = isSyntaxFailure(parsed) || exported === null ? null : findList(exported.value, parsed.program.body);
  const isSame = list !== null && JSON.stringify(textsOf(text, list)) === JSON.stringify(expected);
  return isSame ? { text } : { because: 'its list is written in a way that is not understood' };
}

function textsOf(text: string, { elements }: List): string[] {
  return elements.map(({ range }) => text.slice(...range));
}

type Body = readonly Node[];

interface Exported {
  readonly kind: 'esm' | 'commonjs';
  readonly value: Node;
}

function findExport(body: Body): Exported | null {
  const found = body.flatMap((statement): Exported[] => {
    if (statement.type === 'ExportDefaultDeclaration') return [{ kind: 'esm', value: statement.declaration }];
    return isModuleExports(statement) ? [{ kind: 'commonjs', value: statement.expression.right }] : [];
  });
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? null : only;
}

type ExportStatement = Extract<Node, { type: 'ExpressionStatement' }> & {
  readonly expression: Extract<Node, { type: 'AssignmentExpression' }>;
};

function isModuleExports(statement: Node): statement is ExportStatement {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return false;
  const { left, operator } = statement.expression;
  if (operator !== '=' || left.type !== 'MemberExpression' || left.computed) return false;
  return left.object.type === 'Identifier' && left.object.name === 'module' && left.property.name === 'exports';
}

/** The elements of a list of configurations, and where its bracket closes. */
interface List {
  readonly elements: readonly Node[];
  /** Where the list is open for more: the offset of its closing bracket. */
  readonly end: number;
}

function findList(value: Node, body: Body): List | null {
  const node = withoutType(value);
  if (node.type === 'ArrayExpression') return toList(node, node.elements);
  if (node.type === 'CallExpression') return findArguments(node, body);
  return node.type === 'Identifier' ? findNamedList(node.name, body) : null;
}

function withoutType(node: Node): Node {
  return node.type === 'TSSatisfiesExpression' || node.type === 'TSAsExpression' ? withoutType(node.expression) : node;
}

function toList({ range }: Node, elements: readonly (Node | null)[]): List | null {
  const present = elements.filter((one) => one !== null);
  return present.length === elements.length ? { elements: present, end: range[1] - 1 } : null;
}

type Call = Extract<Node, { type: 'CallExpression' }>;

/** Both functions flatten what they are given, and keep its order. */
function findArguments(call: Call, body: Body): List | null {
  if (!isListMaker(call.callee, body)) return null;
  const [first, ...others] = call.arguments;
  if (first?.type === 'ArrayExpression' && others.length === 0) return toList(first, first.elements);
  return first === undefined ? null : toList(call, call.arguments);
}

function isListMaker(callee: Node, body: Body): boolean {
  if (callee.type === 'Identifier') return namesFrom(body, 'eslint/config', 'defineConfig').includes(callee.name);
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type !== 'Identifier') return false;
  return (
    callee.property.name === 'config' && namesFrom(body, 'typescript-eslint', 'default').includes(callee.object.name)
  );
}

/** The names that an export of a package has in a file. */
function namesFrom(body: Body, module: string, exported: string): string[] {
  return body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration' && statement.source.value === module)
      return statement.specifiers.filter((one) => importedName(one) === exported).map(({ local }) => local.name);
    return statement.type === 'VariableDeclaration' ? namesRequired(statement, module, exported) : [];
  });
}

type Specifier = Extract<Node, { type: 'ImportDeclaration' }>['specifiers'][number];

function importedName(specifier: Specifier): string | null {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  if (specifier.type !== 'ImportSpecifier') return null;
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value;
}

type Declaration = Extract<Node, { type: 'VariableDeclaration' }>;

function namesRequired({ declarations }: Declaration, module: string, exported: string): string[] {
  return declarations
    .filter(({ init }) => init !== null && isRequireOf(init, module))
    .flatMap(({ id }): string[] => {
      if (id.type === 'Identifier') return exported === 'default' ? [id.name] : [];
      if (id.type !== 'ObjectPattern') return [];
      return id.properties.flatMap((property) =>
        property.type === 'Property' &&
        property.key.type === 'Identifier' &&
        property.key.name === exported &&
        property.value.type === 'Identifier'
          ? [property.value.name]
          : [],
      );
    });
}

function isRequireOf(node: Node, module: string | null): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return false;
  const [first] = node.arguments;
  return first?.type === 'Literal' && (module === null || first.value === module);
}

/** A constant of the file; what is not one may be another list by the time that it is exported. */
function findNamedList(name: string, body: Body): List | null {
  const values = body.flatMap((statement) =>
    statement.type === 'VariableDeclaration' && statement.kind === 'const'
      ? statement.declarations.filter(({ id }) => id.type === 'Identifier' && id.name === name)
      : [],
  );
  const [only] = values;
  return only?.init == null || only.init.type === 'Identifier' ? null : findList(only.init, body);
}

interface Style {
  readonly quote: string;
  readonly semicolon: string;
  readonly lineEnd: string;
}

interface Source {
  readonly text: string;
  readonly style: Style;
}

/** As the file's own imports are written; without any, as most are. */
function styleOf(text: string, body: Body): Style {
  const [last] = body.filter(isImport).slice(-1);
  const sample = last === undefined ? null : text.slice(...last.range);
  return {
    quote: sample?.includes('"') === true ? '"' : "'",
    semicolon: sample === null || sample.endsWith(';') ? ';' : '',
    lineEnd: lineEndOf(text),
  };
}

function isImport(statement: Node): boolean {
  if (statement.type === 'ImportDeclaration') return true;
  return (
    statement.type === 'VariableDeclaration' &&
    statement.declarations.some(({ init }) => init !== null && isRequireOf(init, null))
  );
}

/** Behind the last import, on a line of its own; without imports before the first statement. */
function toImport({ text, style }: Source, body: Body, kind: Exported['kind']): Insertion[] {
  const { quote, semicolon, lineEnd } = style;
  const module = `${quote}v4ward${quote}`;
  const line = kind === 'esm' ? `import v4ward from ${module}` : `const v4ward = require(${module})`;
  const last = body.findLast(isImport);
  if (last !== undefined) return [{ at: endOfLine(text, last.range[1]), text: `${lineEnd}${line}${semicolon}` }];
  const first = body.find((statement) => !('directive' in statement && typeof statement.directive === 'string'));
  const at = startOfStatement(text, first?.range[0] ?? text.length);
  return [{ at, text: `${line}${semicolon}${lineEnd}${lineEnd}` }];
}

/** A comment at the end of a line stays with it. */
function endOfLine(text: string, from: number): number {
  const end = text.slice(from).search(/\r?\n/);
  const rest = text.slice(from, end === -1 ? text.length : from + end);
  return /^[\t ]*(?:\/\/.*)?$/.test(rest) ? from + rest.length : from;
}

/** What is written right above a statement, a type's comment, belongs to it. */
function startOfStatement(text: string, at: number): number {
  const comment = /\/\*\*(?:[^*]|\*(?!\/))*\*\/\s*$/.exec(text.slice(0, at));
  return comment?.index ?? at;
}

/** Behind the last element: on a line of its own where the bracket closes on one. */
function toElement({ text, style }: Source, { elements, end }: List): Insertion[] {
  const last = elements.at(-1);
  if (last === undefined) return [{ at: end, text: element }];
  const behind = last.range[1];
  const lineStart = text.lastIndexOf('\n', end - 1) + 1;
  const closesAlone = lineStart > behind && /^[\t ]*$/.test(text.slice(lineStart, end));
  if (!closesAlone) return [{ at: behind, text: `, ${element}` }];
  const comma = text.slice(behind, end).replace(comments, '').trim() === ',';
  const indent = indentOf(text, last.range[0]) ?? `${indentOf(text, end) ?? ''}  `;
  const line = { at: lineStart, text: `${indent}${element}${comma ? ',' : ''}${style.lineEnd}` };
  return comma ? [line] : [{ at: behind, text: ',' }, line];
}

const comments = /\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\//g;

/** The space before what begins a line; null if something else stands before it. */
function indentOf(text: string, at: number): string | null {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[\t ]*$/.test(before) ? before : null;
}
