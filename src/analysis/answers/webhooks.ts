import type { TSESTree } from '@typescript-eslint/types';
import type { Entity } from '../../http/answers.js';
import { delivered } from './answer.js';
import type { Answer } from './answer.js';
import { ancestorsOf, contains, findVariable, isFunction, nameOfKey, sourceOf, unwrap } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';

// What GitLab delivers to webhooks: https://docs.gitlab.com/ee/user/project/integrations/webhook_events.html

/** A webhook's payload says by `object_kind` what its `object_attributes` are. */
export function readWebhook(tree: Tree, node: Node): Answer | null {
  const branch = kindOfBranch(tree, node);
  const [kind, ...others] = branch === null ? kindsAround(tree, node) : [branch];
  if (others.length > 0) return null;
  const entity: Entity | null = kind === 'merge_request' ? 'merge request' : kind === 'issue' ? 'issue' : null;
  return entity === null ? null : { ...delivered, entity };
}

/** What a variable holds that was taken out of a payload: `const { object_attributes: merged } = request.body`. */
export function readDelivered(tree: Tree, identifier: Node): Answer | null {
  return isTaken(tree, identifier, 'object_attributes') ? readWebhook(tree, identifier) : null;
}

/** Whether a variable is a member of this name, taken out of whatever holds it once. */
function isTaken(tree: Tree, identifier: Node, name: string): boolean {
  const variable = findVariable(tree, identifier);
  const [definition, ...others] = variable?.defs ?? [];
  if (variable === null || definition === undefined || others.length > 0) return false;
  if (variable.references.some((one) => one.isWrite() && one.init !== true)) return false;
  const home = definition.node as Node;
  if (home.type === 'VariableDeclarator' && home.id === definition.name) return isNamed(home.init, name);
  const property = tree.parents.get(definition.name);
  return property?.type === 'Property' && nameOfKey(property.key, property.computed) === name;
}

function isNamed(node: Node | null, name: string): boolean {
  const member = node === null ? null : unwrap(node);
  return member?.type === 'MemberExpression' && nameOfKey(member.property, member.computed) === name;
}

/** The kind that a test around a place, or the case of a switch, says: `if (kind === 'issue')`. Null if none says one. */
function kindOfBranch(tree: Tree, node: Node): string | null {
  let inner = node;
  for (const around of ancestorsOf(tree, node)) {
    const kind =
      around.type === 'IfStatement' && around.consequent === inner
        ? kindTested(tree, around.test)
        : around.type === 'SwitchCase'
          ? kindOfCase(tree, around)
          : null;
    if (kind !== null) return kind;
    inner = around;
  }
  return null;
}

function kindTested(tree: Tree, node: Node): string | null {
  const test = unwrap(node);
  if (test.type === 'LogicalExpression' && test.operator === '&&')
    return kindTested(tree, test.left) ?? kindTested(tree, test.right);
  if (test.type !== 'BinaryExpression' || !/^===?$/.test(test.operator) || !isKind(tree, test.left)) return null;
  return textOf(test.right);
}

/** Not where the case before it goes on into it. */
function kindOfCase(tree: Tree, one: TSESTree.SwitchCase): string | null {
  const whole = tree.parents.get(one);
  if (whole?.type !== 'SwitchStatement' || one.test === null || !isKind(tree, whole.discriminant)) return null;
  const before = whole.cases[whole.cases.indexOf(one) - 1];
  const last = before?.consequent.at(-1);
  const end = last?.type === 'BlockStatement' ? last.body.at(-1) : last;
  const isAlone = before === undefined || /^(?:Break|Return|Throw)Statement$/.test(end?.type ?? '');
  return isAlone ? textOf(one.test) : null;
}

function isKind(tree: Tree, node: Node): boolean {
  const inner = unwrap(node);
  return isNamed(inner, 'object_kind') || (inner.type === 'Identifier' && isTaken(tree, inner, 'object_kind'));
}

function textOf(node: Node): string | null {
  const inner = unwrap(node);
  return inner.type === 'Literal' && typeof inner.value === 'string' ? inner.value : null;
}

/** The kinds of webhooks that the function around a place tells apart, or else one around that, in its own code. */
function kindsAround(tree: Tree, node: Node): string[] {
  const [owner, ...outer] = functionsAround(tree, node);
  if (owner === undefined) return kindsIn(tree.text);
  const texts = [sourceOf(tree, owner), ...outer.map((each) => ownCode(tree, each))];
  return texts.map(kindsIn).find((kinds) => kinds.length > 0) ?? [];
}

function functionsAround(tree: Tree, node: Node): FunctionNode[] {
  return [...ancestorsOf(tree, node)].filter(isFunction);
}

/** What stands in a function and in none of those in it. */
function ownCode(tree: Tree, owner: FunctionNode): string {
  const inner = tree.functions.filter((each) => each !== owner && contains(owner, each));
  let code = '';
  let at = owner.range[0];
  for (const { range } of inner.toSorted((one, other) => one.range[0] - other.range[0])) {
    code += tree.text.slice(at, Math.max(at, range[0]));
    at = Math.max(at, range[1]);
  }
  return code + tree.text.slice(at, owner.range[1]);
}

/** By the payload's `object_kind`, and by the header `X-Gitlab-Event`: `Merge Request Hook`. */
function kindsIn(text: string): string[] {
  const named = Array.from(
    text.matchAll(/object_kind['"\]]*\s*(?:[!=]==?|:)\s*['"](\w+)['"]/g),
    ([, kind = '']) => kind,
  );
  const titled = Array.from(text.matchAll(/['"`]([A-Z]\w+(?: [A-Z]\w+)*) Hook['"`]/g), ([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '_'),
  );
  return [...new Set([...named, ...titled])];
}
