import type { ts as TypeScript } from 'ts-morph';

type Ts = typeof TypeScript;

/** Something in a file that has the name of a field, and was not renamed with it. */
export interface Leftover {
  readonly node: TypeScript.Node;
  /** The same property, named in a type: `Pick<Project, 'builds_enabled'>`. It is renamed too. */
  readonly same: boolean;
  readonly because: string;
}

/**
 * What has a field's name, is no part of its rename, and may yet mean it.
 *
 * @param isRenamed whether the rename, or somebody else, changes the name that begins here
 */
export function findLeftovers(
  ts: Ts,
  checker: TypeScript.TypeChecker,
  source: TypeScript.SourceFile,
  name: string,
  isRenamed: (start: number) => boolean,
): Leftover[] {
  const found: Leftover[] = [];
  const visit = (node: TypeScript.Node): void => {
    const start = node.getStart(source);
    const text = ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : null;
    const renamed = isRenamed(ts.isStringLiteralLike(node) ? start + 1 : start);
    const because = text === null || renamed ? null : describe(ts, checker, node, text, name);
    if (because !== null) found.push({ node, same: isPicked(ts, checker, node), because });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function describe(
  ts: Ts,
  checker: TypeScript.TypeChecker,
  node: TypeScript.Node,
  text: string,
  name: string,
): string | null {
  if (ts.isStringLiteralLike(node) && text !== name)
    return new RegExp(String.raw`\.${name}\b`).test(text) && isTemplate(ts, node) ? 'reads it in a template' : null;
  if (text !== name) return null;
  const owner = ownerOf(ts, node);
  if (owner !== null) return isAny(ts, checker.getTypeAtLocation(owner)) ? 'reads it where no type is known' : null;
  return ts.isStringLiteralLike(node) && isKey(ts, checker, node) ? 'names it as text' : null;
}

/** What a property is read of: `project` of `project.builds_enabled`, and of `const { builds_enabled } = project`. */
function ownerOf(ts: Ts, node: TypeScript.Node): TypeScript.Node | null {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node ? parent.expression : null;
  if (ts.isElementAccessExpression(parent)) return parent.argumentExpression === node ? parent.expression : null;
  if (!ts.isBindingElement(parent) || !ts.isObjectBindingPattern(parent.parent)) return null;
  return (parent.propertyName ?? parent.name) === node ? parent.parent : null;
}

function isAny(ts: Ts, { flags }: TypeScript.Type): boolean {
  return (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

/** `template: '…'` of a component. */
function isTemplate(ts: Ts, { parent }: TypeScript.Node): boolean {
  return ts.isPropertyAssignment(parent) && ts.isIdentifier(parent.name) && parent.name.text === 'template';
}

/** A text that serves as a key: one that a type limits to names, or that is kept for later. Text for anybody is none. */
function isKey(ts: Ts, checker: TypeScript.TypeChecker, node: TypeScript.StringLiteralLike): boolean {
  const { parent } = node;
  if (ts.isLiteralTypeNode(parent)) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  const expected = checker.getContextualType(node);
  if (expected !== undefined && hasText(expected, node.text)) return true;
  return ts.isVariableDeclaration(parent) || ts.isArrayLiteralExpression(parent) || ts.isAsExpression(parent);
}

function hasText(type: TypeScript.Type, text: string): boolean {
  const options = type.isUnion() ? type.types : [type];
  return options.some((option) => option.isStringLiteral() && option.value === text);
}

/** `Pick<Project, 'builds_enabled'>`, or among several names. */
function isPicked(ts: Ts, checker: TypeScript.TypeChecker, node: TypeScript.Node): boolean {
  const literal = node.parent;
  const outer = ts.isUnionTypeNode(literal.parent) ? literal.parent.parent : literal.parent;
  if (!ts.isLiteralTypeNode(literal) || !ts.isTypeReferenceNode(outer) || !ts.isIdentifier(outer.typeName))
    return false;
  const [picked] = outer.typeArguments ?? [];
  const names = outer.typeName.text === 'Pick' || outer.typeName.text === 'Omit';
  return names && picked !== undefined && ts.isStringLiteral(node) && hasProperty(checker, picked, node.text);
}

function hasProperty(checker: TypeScript.TypeChecker, type: TypeScript.TypeNode, name: string): boolean {
  return checker.getTypeFromTypeNode(type).getProperty(name) !== undefined;
}
