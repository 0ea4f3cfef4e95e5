import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import { openTree } from '../evaluate.js';
import { exportsOf, findSpecifier } from '../modules.js';
import { readAnswer } from '../responses.js';
import type { Node, Tree } from '../syntax/tree.js';
import { toMember } from './answer.js';
import type { Answer, Context } from './answer.js';
import { toMade } from './made.js';

// What modules export of answers: `export const project = load(4)`, `module.exports = load(4)`

/** What an import's name holds, or the module itself: `import { project } from './project'`. */
export function readImported(context: Context, { defs: [definition] }: Variable): Answer | null {
  const specifier = definition?.node as Node | undefined;
  const declaration = definition?.parent as Node | null | undefined;
  if (specifier === undefined || declaration?.type !== 'ImportDeclaration') return null;
  const module = openModule(context, declaration.source.value);
  if (module === null) return null;
  if (specifier.type === 'ImportNamespaceSpecifier') return toModule(context, module);
  const name =
    specifier.type === 'ImportSpecifier'
      ? specifier.imported.type === 'Identifier'
        ? specifier.imported.name
        : specifier.imported.value
      : 'default';
  return readExported(context, module, name, mostModules);
}

/** What `require('./project')` gives. */
export function readRequired(context: Context, { callee, arguments: given }: TSESTree.CallExpression): Answer | null {
  const [source] = given;
  if (callee.type !== 'Identifier' || callee.name !== 'require' || source === undefined) return null;
  const specifier = findSpecifier(context.evaluation, context.tree, source, context.frame);
  const module = specifier === null ? null : openModule(context, specifier);
  return module === null ? null : (readExported(context, module, 'default', 1) ?? toModule(context, module));
}

/** A member of a module: what it exports under that name. */
export function readModuleMember(context: Context, name: string): Answer | null {
  return readExported(context, context.tree, name, mostModules);
}

const mostModules = 4;

function toModule(context: Context, tree: Tree): Answer {
  return toMade({ kind: 'module', home: tree.program, context: { ...context, tree } });
}

function openModule({ evaluation, tree }: Context, source: string): Tree | null {
  const file = evaluation.project.resolve(tree.file, source);
  const module = file === null ? null : openTree(evaluation, file);
  return module === tree ? null : module;
}

/** @param steps through how many modules more that hand on what another one exports */
function readExported(context: Context, module: Tree, name: string, steps: number): Answer | null {
  const { names, whole, stars } = exportsOf(module);
  const inside: Context = { ...context, tree: module, frame: null, entered: new Map() };
  const own = names.get(name);
  if (own?.source === null) return withoutRecord(context, readAnswer(inside, own.node));
  if (own === undefined && whole !== null) {
    const answer = readAnswer(inside, whole);
    return name === 'default' || answer === null ? withoutRecord(context, answer) : toMember(answer, name);
  }
  if (steps === 0) return null;
  const handed =
    own === undefined ? stars.map((source) => ({ source, name })) : [{ source: own.source, name: own.name }];
  for (const each of handed) {
    const next = openModule(inside, each.source);
    const answer = next === null ? null : readExported(inside, next, each.name, steps - 1);
    if (answer !== null) return answer;
  }
  return null;
}

/** Any file may write to a record that is exported: what it holds first is good for reports alone. */
function withoutRecord({ kept }: Context, answer: Answer | null): Answer | null {
  return kept || answer?.made?.kind !== 'record' ? answer : null;
}
