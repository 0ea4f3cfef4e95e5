import type { Variable } from '@typescript-eslint/scope-manager';
import { readVariable } from '../values/bindings.js';
import { renewBudget } from '../budget.js';
import { openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { namesOfPart, partsInTexts, templateParts } from '../syntax/template.js';
import type { TemplatePart } from '../syntax/template.js';
import { enclosingFunction, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { optionsOf } from '../value.js';
import type { Value } from '../value.js';
import { programsOf } from './documents.js';
import { keyOfLiteral, literalsOfValue } from './sinks.js';
import type { Place } from '../../http/text.js';

/*
 * What pages do with a path or a record that requests are made of: `<a href={OWNED}>`, `location.href = OWNED`,
 * `<router-link :to="OWNED">`. There it is a page's address, or goes to what is out of sight.
 */

/** Where something is read by a name, and what reads it. */
export interface PageUse {
  readonly tree: Tree;
  readonly identifier: Node;
  readonly node: Pick<Node, 'range'>;
}

const linking = /^(?:href|to|action|src|pathname|location)$/;
const links = /^[a-z]|(?:Route|Link|Redirect|Navigate)$/;

/** Whether an expression is where a page leads: an attribute of an element or a link, a row of a router, or what is written to the location. */
export function isLinkOfPage(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type === 'Property') return parent.value === node && isOfRouter(tree, parent);
  if (parent?.type === 'AssignmentExpression') return parent.right === node && isLocation(tree, parent.left);
  if (parent?.type !== 'JSXExpressionContainer') return false;
  const attribute = tree.parents.get(parent);
  const element = attribute === undefined ? undefined : tree.parents.get(attribute);
  return (
    attribute?.type === 'JSXAttribute' &&
    element?.type === 'JSXOpeningElement' &&
    linking.test(sourceOf(tree, attribute.name)) &&
    links.test(sourceOf(tree, element.name))
  );
}

/** `{ path: OWNED, component: Owned }`. */
function isOfRouter(tree: Tree, property: Node): boolean {
  const row = tree.parents.get(property);
  const names = row?.type === 'ObjectExpression' ? row.properties.map(nameOfMember) : [];
  return (
    /^(?:path|redirect|redirectTo|to)$/.test(nameOfMember(property) ?? '') &&
    names.some((name) => /^(?:components?|element|Component|loadChildren|loadComponent|lazy)$/.test(name ?? ''))
  );
}

function nameOfMember(member: Node): string | null {
  return member.type === 'Property' ? nameOfKey(member.key, member.computed) : null;
}

function isLocation(tree: Tree, written: Node): boolean {
  const name = written.type === 'MemberExpression' ? nameOfKey(written.property, written.computed) : null;
  return /^(?:(?:window|document|self|top)\.)?location$/.test(sourceOf(tree, written)) || name === 'href';
}

const named = new WeakMap<Tree, ReadonlyMap<string, TemplatePart>>();

/** The part of a template of a file, or of a class in it, that names something of its script; null if none does. */
function partNaming(tree: Tree, name: string): TemplatePart | null {
  const parts = named.get(tree) ?? listNamed(tree);
  named.set(tree, parts);
  return parts.get(name) ?? null;
}

/** The first part for each name. */
function listNamed(tree: Tree): ReadonlyMap<string, TemplatePart> {
  const parts = [...templateParts(tree), ...partsInTexts(tree)].toReversed();
  return new Map(parts.flatMap((part) => namesOfPart(part).map((name) => [name, part] as const)));
}

/** Whether a template names a variable of its script. */
export function isNamedInTemplate(tree: Tree, { name, scope }: Variable): boolean {
  const isOfModule = (scope.type as string) === 'module' || scope.upper === null;
  return isOfModule && partNaming(tree, name) !== null;
}

/** The name that a component keeps an expression under, as its template knows it: `owned = OWNED`, `data: () => ({ owned: OWNED })`. */
export function partKeeping(tree: Tree, node: Node): TemplatePart | null {
  const parent = tree.parents.get(node);
  if (parent?.type !== 'Property' && parent?.type !== 'PropertyDefinition') return null;
  const name = parent.value === node ? nameOfKey(parent.key, parent.computed) : null;
  return name === null ? null : partNaming(tree, name);
}

/**
 * The template that names what its script imports, where that is the text or the record which an edit changes, or a function
 * that gives it.
 */
export function findImportInTemplate(evaluation: Evaluation, home: Tree, part: Node, literal: Place): PageUse | null {
  for (const { tree, variable, node, shown } of importsShown(evaluation)) {
    renewBudget(evaluation, tree);
    const value = readVariable(evaluation, tree, variable, node, null);
    if (tree !== home && isMadeOf(value, home, part, literal))
      return { tree, identifier: node, node: { range: [shown.place.start, shown.place.end] } };
  }
  return null;
}

function isMadeOf(value: Value, home: Tree, part: Node, literal: Place): boolean {
  return optionsOf(value).some((option) =>
    option.kind === 'function'
      ? option.tree === home && enclosingFunction(home, part) === option.node
      : option.kind === 'text' && literalsOfValue(option, 0).includes(keyOfLiteral(literal)),
  );
}

interface Shown {
  readonly tree: Tree;
  readonly variable: Variable;
  readonly node: Node;
  readonly shown: TemplatePart;
}

const known = new WeakMap<Evaluation, readonly Shown[]>();

/** What scripts of components import and their templates name. */
function importsShown(evaluation: Evaluation): readonly Shown[] {
  const before = known.get(evaluation);
  if (before !== undefined) return before;
  const found = programsOf(evaluation.project).flatMap((file) => {
    const tree = openTree(evaluation, file);
    return tree === null || templateParts(tree).length === 0 ? [] : importsShownIn(tree);
  });
  known.set(evaluation, found);
  return found;
}

function importsShownIn(tree: Tree): Shown[] {
  return [...tree.declarations].flatMap(([node, variable]): Shown[] => {
    if (!variable.defs.some(({ type }) => (type as string) === 'ImportBinding')) return [];
    const shown = partNaming(tree, variable.name);
    return shown === null ? [] : [{ tree, variable, node, shown }];
  });
}
