import type { TSESTree } from '@typescript-eslint/types';
import { calleeName, findVariable, leavesEarly, sourceOf, unwrap, walk } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// Tests whether an address has its base already, or is to be put behind one

/** What a test decides. */
export type Branch = TSESTree.IfStatement | TSESTree.ConditionalExpression;

/** `!url.includes('/api/v3')`, and whether what stands around it says the opposite. */
export interface TestPart {
  readonly node: Node;
  readonly negated: boolean;
}

/**
 * `url.includes('/api/v3') ? url : base + url`: an address that has no base is given that of v3, so that both arms speak
 * v3. Unlike `base.includes('/api/v3') ? '/projects/owned' : '/projects?owned=true'`, which tells versions apart.
 */
export function isCompletion(tree: Tree, { node, negated }: TestPart, branch: Branch): boolean {
  const source = sourceOf(tree, node);
  const asked = /v3\b/.test(source) && !/v4\b/.test(source) ? askedIn(tree, node) : null;
  if (asked === null) return false;
  const isAbsent = refusing.test(source) !== negated;
  const without = isAbsent ? [branch.consequent] : elseOf(tree, branch);
  const isOfV4 = without.some((arm) => /\bv4\b/.test(sourceOf(tree, arm)));
  return !isOfV4 && without.some((arm) => completes(tree, arm, asked));
}

/** `=== -1`, `< 0`, `=== false`, `!== 'v3'`: the address does not have it. */
const refusing = /(?:===?\s*(?:-\s*1|false|null|undefined)|<\s*0|!==?\s*['"`].*)$/;

const asking = /^(?:includes|endsWith|startsWith|indexOf|lastIndexOf|search|match|split)$/;

/** The address that a question is asked of: `url` of `url.includes('/api/v3')`, of `/v3$/.test(url)`. */
function askedIn(tree: Tree, test: Node): string | null {
  const asked: Node[] = [];
  walk(test, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
    const name = calleeName(node);
    if (asking.test(name)) asked.push(rootOfCalls(node.callee.object));
    else if (/^(?:test|exec)$/.test(name)) asked.push(...node.arguments.slice(0, 1));
  });
  const [first] = asked;
  return first === undefined ? null : sourceOf(tree, first);
}

/** `url` of `url.toLowerCase()`. */
function rootOfCalls(node: Node): Node {
  const inner = unwrap(node);
  return inner.type === 'CallExpression' && inner.callee.type === 'MemberExpression'
    ? rootOfCalls(inner.callee.object)
    : inner;
}

/** What runs where a test does not hold: the other arm, or what follows where the one leaves. */
function elseOf(tree: Tree, branch: Branch): readonly Node[] {
  if (branch.alternate !== null) return [branch.alternate];
  const block = tree.parents.get(branch);
  if (!leavesEarly(branch) || block?.type !== 'BlockStatement') return [];
  return block.body.filter(({ range }) => range[0] >= branch.range[1]);
}

/** Whether an arm puts an address behind something, or the base of v3 before or behind what it is. */
function completes(tree: Tree, arm: Node, asked: string): boolean {
  let found = false;
  walk(arm, (node) => {
    found ||= isPutBehind(tree, node, asked) || isBase(tree, node, asked);
  });
  return found;
}

/** `base + url`, `` `${base}${url}` ``, `join(base, url)`, `new URL(url, base)`. */
function isPutBehind(tree: Tree, node: Node, asked: string): boolean {
  const isAsked = (part: Node): boolean => sourceOf(tree, part) === asked;
  switch (node.type) {
    case 'BinaryExpression':
      return node.operator === '+' && isAsked(node.right) && !isProse(tree, node.left);
    case 'TemplateLiteral': {
      const index = node.expressions.findIndex(isAsked);
      const before = node.quasis.slice(0, index + 1).map(({ value }) => value.raw);
      return index !== -1 && (index > 0 || before.join('') !== '') && !/\s/.test(before.join(''));
    }
    case 'NewExpression':
      return sourceOf(tree, node.callee) === 'URL' && node.arguments.length > 1 && isAsked(node.arguments[0] ?? node);
    case 'CallExpression':
      return joining.test(calleeName(node)) && node.arguments.slice(isConcat(node) ? 0 : 1).some(isAsked);
    default:
      return false;
  }
}

const joining = /^(?:url_?)?(?:join|resolve|combine)|^concat$/i;

function isConcat(call: TSESTree.CallExpression): boolean {
  return calleeName(call) === 'concat';
}

/** `'The base is ' + base`. */
function isProse(tree: Tree, node: Node): boolean {
  return node.type === 'Literal' && /\s/.test(sourceOf(tree, node));
}

/** `'/api/v3'`, or a constant that holds it, unless that is the very thing that is asked. */
function isBase(tree: Tree, node: Node, asked: string): boolean {
  if (node.type === 'Literal' || node.type === 'TemplateElement') return speaksOfV3(tree, node);
  if (node.type !== 'Identifier' || node.name === asked) return false;
  const definition = findVariable(tree, node)?.defs[0]?.node as Node | undefined;
  if (definition?.type !== 'VariableDeclarator' || definition.init === null) return false;
  return texts.has(definition.init.type) && speaksOfV3(tree, definition.init);
}

const texts: ReadonlySet<string> = new Set(['Literal', 'TemplateLiteral', 'BinaryExpression', 'LogicalExpression']);

function speaksOfV3(tree: Tree, node: Node): boolean {
  return /\bapi\/v3\b/.test(sourceOf(tree, node));
}
