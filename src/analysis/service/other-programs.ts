import type { TSESTree } from '@typescript-eslint/types';
import { ancestorsOf, calleeName, findVariable, isFunction, nameOfKey, unwrap, walk } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// Versions of other programs than GitLab

/**
 * Whether something hangs on which version another program has: `process.version`, `Vue.version`, that of a package's manifest, what
 * the browser says of itself, or a constant or a function in sight that is made of these.
 */
export function isOfOtherProgram(tree: Tree, test: Node): boolean {
  return [...nodesBehind(tree, test, mostSteps)].some((node) => saysVersion(tree, node));
}

const mostSteps = 3;

/** What stands in an expression, and in the constants and functions that it names. */
function nodesBehind(tree: Tree, expression: Node, steps: number): Set<Node> {
  const found = new Set<Node>();
  walk(expression, (node) => {
    found.add(node);
    const named = node.type === 'Identifier' && steps > 0 ? declaredAs(tree, node) : null;
    if (named !== null) for (const behind of nodesBehind(tree, named, steps - 1)) found.add(behind);
  });
  return found;
}

/** What a constant is declared as, or what a short function gives back. */
function declaredAs(tree: Tree, name: Node): Node | null {
  const [definition, ...others] = findVariable(tree, name)?.defs ?? [];
  const node = definition?.node as Node | undefined;
  if (others.length > 0) return null;
  if (node?.type === 'FunctionDeclaration') return givenBackBy(node);
  if (node?.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init === null) return null;
  return isFunction(node.init) ? givenBackBy(node.init) : node.init;
}

function givenBackBy({ body }: { readonly body: Node | null | undefined }): Node | null {
  if (body?.type !== 'BlockStatement') return body ?? null;
  const [only, ...others] = body.body;
  return only?.type === 'ReturnStatement' && others.length === 0 ? only.argument : null;
}

function saysVersion(tree: Tree, node: Node): boolean {
  if (node.type === 'Identifier') return version.test(importedAs(tree, node) ?? '') && isOfProgram(tree, node);
  if (node.type !== 'MemberExpression') return false;
  const name = nameOfKey(node.property, node.computed) ?? '';
  const object = unwrap(node.object);
  if (object.type === 'Identifier' && object.name === 'navigator') return browser.test(name);
  return version.test(name) && isProgram(tree, object);
}

const version = /^versions?$/i;
const browser = /^(?:userAgent|userAgentData|appVersion)$/;

function isProgram(tree: Tree, object: Node): boolean {
  if (object.type === 'CallExpression') return isProgramsModule(requiredBy(object));
  if (object.type !== 'Identifier') return false;
  if (manifests.test(object.name)) return true;
  return findVariable(tree, object) === null ? globals.test(object.name) : isOfProgram(tree, object);
}

const manifests = /^(?:pkg|package_?json|manifest|lock_?file)$/i;

/** The runtime, and libraries that pages load by a script. */
const globals = /^(?:process|Deno|Bun|angular|jQuery|\$|_|d3|axios|Vue|React|ReactDOM|Ember|Backbone|Ext|Polymer)$/;

function isOfProgram(tree: Tree, name: Node): boolean {
  const definition = findVariable(tree, name)?.defs[0]?.node as Node | undefined;
  if (definition === undefined) return false;
  if (definition.type === 'VariableDeclarator') {
    const made = definition.init === null ? null : unwrap(definition.init);
    return made?.type === 'CallExpression' && isProgramsModule(requiredBy(made));
  }
  const found = [...ancestorsOf(tree, definition)].find(({ type }) => type === 'ImportDeclaration');
  return found?.type === 'ImportDeclaration' && isProgramsModule(found.source.value);
}

/** The name of what is imported of a module, or taken out of one; null for a module itself. */
function importedAs(tree: Tree, name: Node): string | null {
  const definition = findVariable(tree, name)?.defs[0];
  const node = definition?.node as Node | undefined;
  if (node?.type === 'ImportSpecifier') return nameOfKey(node.imported, false);
  if (node?.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern') return null;
  const taken = node.id.properties.find((each) => each.type === 'Property' && each.value === definition?.name);
  return taken?.type === 'Property' ? nameOfKey(taken.key, taken.computed) : null;
}

function requiredBy(call: TSESTree.CallExpression): string | null {
  const [module] = call.arguments;
  if (calleeName(call) !== 'require' || module?.type !== 'Literal') return null;
  return typeof module.value === 'string' ? module.value : null;
}

/** Libraries and frameworks of which programs ask the version. */
const libraries =
  /^(?:node:)?(?:process|angular|@angular\/\w+|vue|@vue\/\w+|react|react-(?:dom|native|router)|preact|svelte|next|nuxt|ember-\w+|backbone|jquery|lodash|underscore|d3|axios|express|koa|fastify|electron|typescript|webpack|rollup|vite|@babel\/core|eslint|jest|semver|moment|rxjs)$/;

/** The manifest of a package, or a library that everybody knows: what another module exports may be the version of the API. */
function isProgramsModule(module: string | null): boolean {
  return module !== null && (/(?:^|\/)package(?:\.json)?$/.test(module) || libraries.test(module));
}
