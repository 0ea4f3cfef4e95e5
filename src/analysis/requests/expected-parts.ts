import type { TSESTree } from '@typescript-eslint/types';
import { isVersionBranch } from '../service/version-tests.js';
import { ancestorsOf, calleeName } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// What tests look for in an address

/** Where in an address a text is looked for; null if it is compared with all of it, or decides what is done for a version. */
export function findExpectedPart(tree: Tree, node: Node): 'anywhere' | 'end' | null {
  const call = tree.parents.get(node);
  if (call?.type !== 'CallExpression' || call.callee === node || decidesVersion(tree, node)) return null;
  const [first] = call.arguments;
  const name = calleeName(call);
  if (first === node) return ends.test(name) ? 'end' : finds.test(name) ? 'anywhere' : null;
  return name === 'should' ? partOfChain(first) : null;
}

/** `url.includes(part)`, `expect(url).to.contain(part)`, `expect(url).toMatch(part)`, `expect.stringContaining(part)`, `sinon.match(part)`. */
const finds =
  /^(?:includes?|indexOf|startsWith|startWith|contains?|match|toContain|toMatch|string(?:Containing|Matching)?)$/;
const ends = /^ends?With$/;

/** `cy.url().should('include', part)` names the assertion of Chai by its first argument: https://docs.cypress.io/api/commands/should */
function partOfChain(assertion: TSESTree.CallExpressionArgument | undefined): 'anywhere' | 'end' | null {
  const words = assertion?.type === 'Literal' && typeof assertion.value === 'string' ? assertion.value.split('.') : [];
  return words.some((word) => ends.test(word)) ? 'end' : words.some((word) => finds.test(word)) ? 'anywhere' : null;
}

/** `if (url.includes('/api/v3/'))`: what stands below is left alone, and so is this. */
function decidesVersion(tree: Tree, node: Node): boolean {
  let child = node;
  for (const ancestor of ancestorsOf(tree, node)) {
    const isBranch = ancestor.type === 'IfStatement' || ancestor.type === 'ConditionalExpression';
    if (isBranch && ancestor.test === child && isVersionBranch(tree, ancestor)) return true;
    child = ancestor;
  }
  return false;
}
