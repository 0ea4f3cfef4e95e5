import type { TSESTree } from '@typescript-eslint/types';
import { resolveCallee } from '../../analysis/values/calls.js';
import { renewBudget } from '../../analysis/budget.js';
import { evaluate, openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { findVariable, nameOfKey, toPlace } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { absent, optionsOf, toText } from '../../analysis/value.js';
import type { ExternalValue, Value } from '../../analysis/value.js';
import { readMember } from '../../analysis/values/members.js';
import { show } from '../../http/text.js';
import type { Unresolved } from '../finding.js';

type Call = Tree['calls'][number];

/** A package whose clients speak v3 by themselves, so that no address tells. */
interface Package {
  readonly name: string;
  /** The files of the package that give what it gives itself. */
  readonly builds?: RegExp;
  /** The members that make a client; an empty name is the package itself, called. Null if each of them does. */
  readonly makers: readonly string[] | null;
  /** The option that says v3: without it the clients speak v4. */
  readonly version?: string;
  /** Members of its clients that no other release has; only they tell where `new` makes one. */
  readonly members?: RegExp;
  /** The option that holds the base, if it is given with the version: an address that is in sight is told as any other. */
  readonly base: string | null;
  readonly reason: string;
}

const packages: readonly Package[] = [
  {
    // https://www.npmjs.com/package/gitlab/v/1.8.0: what later releases make with `new` has `Projects` for `projects`.
    name: 'gitlab',
    makers: ['', 'ApiV3'],
    members: /^(?:projects|issues|notes|users|groups|labels)$/,
    base: null,
    reason:
      'the package `gitlab` is called as its release 1 is, which speaks v3 and nothing else: put a client of v4 in its place, and look at each of its calls',
  },
  {
    // https://www.npmjs.com/package/gitlab/v/4.5.1; `gitlab/dist/es5` is the same for older programs.
    name: 'gitlab',
    builds: /^dist\b/,
    makers: null,
    version: 'version',
    base: null,
    reason:
      'the package `gitlab` is told to speak v3, by routes that are those of v4: take `version` away, and look at what its calls are given and what is read of their answers',
  },
  {
    // https://www.npmjs.com/package/node-gitlab/v/1.8.0
    name: 'node-gitlab',
    makers: ['create', 'createPromise', 'createThunk'],
    base: 'api',
    reason:
      'the package `node-gitlab` sends to the routes of v3, whatever the base is, which is out of sight: put a client of v4 in its place, and look at each of its calls',
  },
];

const mentions = new RegExp(`['"\`](?:${packages.map(({ name }) => name).join('|')})['"\`/]`);

/** Where clients are made that speak v3 by themselves. */
export function listPackages(evaluation: Evaluation): Unresolved[] {
  const trees = evaluation.project.files.flatMap((file) => openTree(evaluation, file) ?? []);
  if (!trees.some(({ text }) => mentions.test(text))) return [];
  return trees.flatMap((tree) =>
    tree.calls.flatMap((call) => {
      const found = findPackage(evaluation, tree, call);
      return found === null ? [] : [{ place: toPlace(tree, call.callee), reason: found.reason }];
    }),
  );
}

function findPackage(evaluation: Evaluation, tree: Tree, call: Call): Package | null {
  if (!mayMake(call.callee)) return null;
  renewBudget(evaluation, tree);
  const callees = optionsOf(resolveCallee(evaluation, tree, call, null)).filter(isExternal);
  const found = packages.find(
    (each) =>
      callees.some((callee) => isMaker(callee, each)) &&
      (each.version === undefined
        ? call.type === 'CallExpression' || isUsedAs(tree, call, each)
        : isToldV3(evaluation, tree, call, each.version)),
  );
  return found === undefined || isBaseInSight(evaluation, tree, call, found) ? null : found;
}

/** A name, a member of one, or `require(…)` itself. */
function mayMake({ type }: Node): boolean {
  return type === 'Identifier' || type === 'CallExpression' || type === 'MemberExpression';
}

function isExternal(value: Value): value is ExternalValue {
  return value.kind === 'external';
}

function isMaker({ module, path }: ExternalValue, { name, builds, makers }: Package): boolean {
  const file = module?.startsWith(`${name}/`) === true ? module.slice(name.length + 1) : null;
  const isOfPackage = module === name || (file !== null && builds?.test(file) === true);
  return isOfPackage && (makers?.includes(path.filter((each) => each !== 'default').join('.')) ?? true);
}

/** `new Gitlab({ host, version: 'v3' })`. */
function isToldV3(evaluation: Evaluation, tree: Tree, call: Call, option: string): boolean {
  return optionsOf(readOption(evaluation, tree, call, option)).some(
    (value) => value.kind === 'text' && show(value.text) === 'v3',
  );
}

function readOption(evaluation: Evaluation, tree: Tree, { arguments: [options] }: Call, name: string): Value {
  if (options === undefined) return absent;
  const at = { tree, node: options, frame: null };
  return readMember(evaluation, evaluate(evaluation, tree, options, null), name, at);
}

/** Whether a member is read of what `new` makes that only clients of this release have. */
function isUsedAs(tree: Tree, made: Node, { members }: Package): boolean {
  const parent = tree.parents.get(made);
  if (members === undefined || parent === undefined) return false;
  const named = namedBy(parent);
  const variable = named === null ? null : findVariable(tree, named);
  const uses = variable?.references.map(({ identifier }) => identifier) ?? [];
  return [made, ...uses].some((use) => {
    const member = tree.parents.get(use);
    if (member?.type !== 'MemberExpression' || member.object !== use) return false;
    return members.test(nameOfKey(member.property, member.computed) ?? '');
  });
}

function namedBy(parent: Node): TSESTree.Identifier | null {
  const target =
    parent.type === 'VariableDeclarator' ? parent.id : parent.type === 'AssignmentExpression' ? parent.left : null;
  return target?.type === 'Identifier' ? target : null;
}

function isBaseInSight(evaluation: Evaluation, tree: Tree, call: Call, { base }: Package): boolean {
  const [options] = call.arguments;
  if (base === null || options === undefined) return false;
  const given = readOption(evaluation, tree, call, base);
  return optionsOf(given).some((value) => show(toText(value, tree, options, null)).includes('/api/v'));
}
