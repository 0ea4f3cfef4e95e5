import { agree } from './answer.js';
import type { Answer, Context } from './answer.js';
import { withoutFailures } from './failures.js';
import { givenToUse } from './given.js';
import type { GivenAnswers } from './given.js';
import { calleeName, findVariable, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';

/**
 * What the promise of a deferred will hold, `deferred.promise` of Q, AngularJS and RSVP and `deferred.promise()` of
 * jQuery: all that its `resolve` is given. Null if the deferred goes where others may resolve it.
 */
export function readDeferred(context: Context, deferred: Node): Answer | null {
  const variable = deferred.type === 'Identifier' ? findVariable(context.tree, deferred) : null;
  const [definition, ...others] = variable?.defs ?? [];
  const declared = definition?.node as Node | undefined;
  if (variable === null || others.length > 0 || declared?.type !== 'VariableDeclarator') return null;
  if (declared.init === null || !isDeferral(context, declared.init)) return null;
  const given = variable.references.flatMap(({ identifier, init }) =>
    init === true ? [] : givenBy(context, identifier as Node),
  );
  const answer = agree(withoutFailures(given));
  return answer === null ? null : { ...answer, settled: false };
}

/** `Q.defer()`, `$q.defer()`, `$.Deferred()`, `new $.Deferred()`. */
function isDeferral({ tree }: Context, made: Node): boolean {
  if (made.type === 'CallExpression') return /^(?:defer|Deferred|pending)$/.test(calleeName(made));
  return made.type === 'NewExpression' && /\bDeferred$/.test(sourceOf(tree, made.callee));
}

/** What tells nothing of what a deferred holds. */
const silent = /^(?:reject|notify|promise|then|catch|fail|done|always|finally|state|progress|is\w+)$/;

/** What one mention of a deferred makes it hold. */
function givenBy(context: Context, mention: Node): GivenAnswers {
  const parent = context.tree.parents.get(mention);
  if (parent?.type === 'ReturnStatement') return [];
  if (parent?.type !== 'MemberExpression' || parent.object !== mention) return [null];
  const name = nameOfKey(parent.property, parent.computed) ?? '';
  if (name === 'resolve') return givenToUse(context, parent, 0);
  return silent.test(name) ? [] : [null];
}
