import type { TSESTree } from '@typescript-eslint/types';
import { areBoth, spokenIn } from './spoken-versions.js';
import { ancestorsOf, isFunction, leavesEarly, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// What a callback does where the call that it is given to fails

type Outcome = 'fails' | 'succeeds' | null;

const failureName = /^(?:e|ex|err|error|fail|failed|failure)$/i;
const statusName = /^(?:status|statusCode|code)$/i;

/** Whether a node runs where a call that speaks of the other version has failed: what asks v4 makes way for v3, or the other way round. */
export function followsFailure(tree: Tree, node: Node): boolean {
  let child = node;
  let failed = false;
  for (const ancestor of ancestorsOf(tree, node)) {
    failed ||= outcomeBehind(ancestor, child) === 'fails';
    if (failed && besideCallback(ancestor, child).some((one) => areBothIn(tree, node, one))) return true;
    child = ancestor;
  }
  return false;
}

/** A call of a function that sends in v3, `askOld(path)`, need not speak of it. */
function areBothIn(tree: Tree, one: Node, other: Node): boolean {
  const [own, instead] = [one, other].map(({ range }) => spokenIn(tree, [range]));
  if (own === undefined || instead === undefined) return false;
  return areBoth(own, instead) || (instead.v4 && !instead.v3 && !own.v4);
}

/** What else a call is given beside what it calls back: `request(options, callback)`, `{ url, error: callback }`. */
function besideCallback(parent: Node, callback: Node): readonly Node[] {
  if (parent.type === 'CallExpression' && isFunction(callback))
    return parent.arguments.filter((argument) => argument !== callback);
  if (parent.type === 'ObjectExpression') return parent.properties.filter((property) => property !== callback);
  return [];
}

/** How what was asked before has ended where a part of a node runs. */
function outcomeBehind(node: Node, part: Node): Outcome {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      if (part === node.test) return null;
      return part === node.consequent ? outcomeOf(node.test) : otherOutcome(outcomeOf(node.test));
    case 'BlockStatement':
      return outcomeAfter(node, part);
    case 'Property':
      return isFunction(part) && failureName.test(nameOfKey(node.key, node.computed) ?? '') ? 'fails' : null;
    default:
      return null;
  }
}

/** Behind `if (!error) return …;` it has failed. */
function outcomeAfter({ body }: TSESTree.BlockStatement, part: Node): Outcome {
  const before = body.filter((statement) => statement.range[1] <= part.range[0] && leavesEarly(statement));
  const outcomes = before.map((statement) =>
    statement.type === 'IfStatement' ? otherOutcome(outcomeOf(statement.test)) : null,
  );
  return outcomes.includes('fails') ? 'fails' : null;
}

/** How it has ended where a test is true: `error`, `!error && response.statusCode === 404`. */
function outcomeOf(test: Node): Outcome {
  switch (test.type) {
    case 'Identifier':
      return failureName.test(test.name) ? 'fails' : null;
    case 'MemberExpression':
      return nameOfKey(test.property, test.computed) === 'ok' ? 'succeeds' : null;
    case 'UnaryExpression':
      return test.operator === '!' ? otherOutcome(outcomeOf(test.argument)) : null;
    case 'LogicalExpression': {
      const outcomes = [outcomeOf(test.left), outcomeOf(test.right)];
      return outcomes.includes('fails') ? 'fails' : outcomes.includes('succeeds') ? 'succeeds' : null;
    }
    case 'BinaryExpression':
      return outcomeOfStatus(test);
    default:
      return null;
  }
}

/** `response.statusCode === 404`, `status >= 400`. */
function outcomeOfStatus({ left, operator, right }: TSESTree.BinaryExpression): Outcome {
  const status = right.type === 'Literal' ? Number(right.value) : NaN;
  if (!statusName.test(lastName(left) ?? '') || !(status >= 200)) return null;
  const isFailure = status >= 299;
  switch (operator) {
    case '==':
    case '===':
      return isFailure ? 'fails' : 'succeeds';
    case '!=':
    case '!==':
      return isFailure ? 'succeeds' : 'fails';
    case '>':
    case '>=':
      return isFailure ? 'fails' : null;
    default:
      return isFailure ? 'succeeds' : 'fails';
  }
}

function lastName(node: Node): string | null {
  if (node.type === 'MemberExpression') return nameOfKey(node.property, node.computed);
  return node.type === 'Identifier' ? node.name : null;
}

function otherOutcome(outcome: Outcome): Outcome {
  if (outcome === null) return null;
  return outcome === 'fails' ? 'succeeds' : 'fails';
}
