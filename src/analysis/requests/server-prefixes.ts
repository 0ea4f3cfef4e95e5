import type { TSESTree } from '@typescript-eslint/types';
import { calleeName, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

/*
 * What a server of the program's own is put behind: `app.register(routes, { prefix: '/api/v3' })` of Fastify and hapi,
 * `new Elysia({ prefix })`, `.basePath('/api/v3')` of Hono, `setGlobalPrefix` of Nest.
 *
 * https://fastify.dev/docs/latest/Reference/Routes/#route-prefixing
 * https://hapi.dev/api/?v=21.3.3#-await-serverregisterplugins-options
 * https://elysiajs.com/patterns/configuration.html#prefix
 * https://hono.dev/docs/api/routing#base-path
 * https://docs.nestjs.com/faq/global-prefix
 */

const classes = /^(?:Elysia|Hono|OpenAPIHono)$/;

/** `new Hono()`, whose methods answer requests. */
export function isServerClass({ callee }: TSESTree.NewExpression): boolean {
  return callee.type === 'Identifier' && classes.test(callee.name);
}

/** Whether a text is what the routes of a server stand behind. One that passes on what it is asked has none of its own. */
export function isServerPrefix(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type === 'CallExpression') return parent.arguments[0] === node && isPutBehind(tree, parent);
  if (parent?.type !== 'Property' || parent.value !== node || nameOfKey(parent.key, parent.computed) !== 'prefix')
    return false;
  const record = tree.parents.get(parent);
  const call = record?.type === 'ObjectExpression' && !passesOn(record) ? callAround(tree, record) : null;
  if (call?.type === 'NewExpression') return isServerClass(call);
  return call?.type === 'CallExpression' && calleeName(call) === 'register' && !isProxy(tree, call.arguments[0]);
}

/** The call that options are given to, `routes: { prefix }` of hapi too. */
function callAround(tree: Tree, record: Node): Node | null {
  const parent = tree.parents.get(record);
  if (parent?.type !== 'Property') return parent ?? null;
  return nameOfKey(parent.key, parent.computed) === 'routes'
    ? (tree.parents.get(tree.parents.get(parent) ?? parent) ?? null)
    : null;
}

function passesOn({ properties }: TSESTree.ObjectExpression): boolean {
  return properties.some(
    (each) =>
      each.type === 'SpreadElement' ||
      /^(?:upstream|target|proxy\w*|rewritePrefix|undici|http2|base|replyOptions)$/.test(
        nameOfKey(each.key, each.computed) ?? '',
      ),
  );
}

function isProxy(tree: Tree, plugin: Node | undefined): boolean {
  return plugin === undefined || /prox|forward|upstream|reply-?from/i.test(sourceOf(tree, plugin));
}

const behind = /^(?:basePath|setGlobalPrefix)$/;
const grouping = /^(?:group|route|mount)$/;

/** `app.basePath('/api/v3')`, `app.group('/api/v3', (group) => …)`, `app.route('/api/v3', routes)`, on what a file calls a server. */
function isPutBehind(tree: Tree, call: TSESTree.CallExpression): boolean {
  const name = calleeName(call);
  const [, routes] = call.arguments;
  if (call.callee.type !== 'MemberExpression') return false;
  if (behind.test(name)) return true;
  const isOfServer = /^(?:app|api|server|router|hono|elysia)$/i.test(sourceOf(tree, call.callee.object));
  return grouping.test(name) && isOfServer && routes !== undefined && !isProxy(tree, routes);
}
