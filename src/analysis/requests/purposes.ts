import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { ancestorsOf, calleeName, findVariable, isFunction, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import { isCollection, isLookedUp } from './compared-texts.js';
import { findExpectedPart } from './expected-parts.js';
import { isOwnPage } from './own-pages.js';
import { isServerClass, isServerPrefix } from './server-prefixes.js';

// What a text that looks like an address is for, where nobody is seen to send it

/** A path that a server answers or a page is shown at: it stands with the function, the component or the method that does. */
export function isServed(evaluation: Evaluation, tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (isServerPrefix(tree, node)) return true;
  if (parent?.type === 'Property') return isRoutePath(tree, node, parent);
  if (parent?.type !== 'CallExpression' || parent.callee === node) return false;
  const handled = parent.arguments.some((argument) => isHandler(evaluation, tree, argument));
  return handled || isServer(tree, parent) || isServerDecorator(tree, parent) || isPageRoute(parent);
}

/** A function of a request, or the name of one. */
function isHandler(evaluation: Evaluation, tree: Tree, argument: Node): boolean {
  if (isFunction(argument)) return takesRequest(argument);
  if (argument.type !== 'Identifier' && argument.type !== 'MemberExpression') return false;
  const value = evaluate(evaluation, tree, argument, null);
  return value.kind === 'function' && takesRequest(value.node);
}

function takesRequest({ params: [first] }: FunctionNode): boolean {
  return first?.type === 'Identifier' && /^(?:_?req(?:uest)?|ctx|context)$/.test(first.name);
}

/** `{ path: '/path', handler }`, `{ path: '/path', component }`: a row of a table of routes. */
function isRoutePath(tree: Tree, node: Node, property: TSESTree.Property): boolean {
  const record = tree.parents.get(property);
  const isPath = property.value === node && /^(?:path|url|route|pattern)$/.test(nameOf(property) ?? '');
  if (!isPath || record?.type !== 'ObjectExpression' || !/^['"`]\//.test(sourceOf(tree, node))) return false;
  const nested = record.properties.flatMap((one) =>
    one.type === 'Property' && /^(?:config|options)$/.test(nameOf(one) ?? '') && one.value.type === 'ObjectExpression'
      ? one.value.properties
      : [],
  );
  return [...record.properties, ...nested].some((one) => one.type === 'Property' && answering.test(nameOf(one) ?? ''));
}

/** `jsonServer.rewriter({ '/api/v3/*': '/$1' })`: https://github.com/typicode/json-server/tree/v0.17.4#rewriter-example */
export function isRewritten(tree: Tree, node: Node): boolean {
  const [property, , call] = ancestorsOf(tree, node);
  const isKey = property?.type === 'Property' && property.key === node;
  return isKey && call?.type === 'CallExpression' && calleeName(call) === 'rewriter';
}

const answering =
  /^(?:handler|controller|components?|element|render|redirect|redirectTo|children|loadChildren|lazy|template|templateUrl|views)$/;

/** `$routeProvider.when('/path', …)` of AngularJS. */
function isPageRoute({ callee }: TSESTree.CallExpression): boolean {
  const root = callee.type === 'MemberExpression' ? rootOfChain(callee.object) : null;
  return root?.type === 'Identifier' && /^\$(?:route|state|urlRouter)Provider$/.test(root.name);
}

function nameOf({ key, computed }: TSESTree.Property): string | null {
  return nameOfKey(key, computed);
}

/** `app.get('/path', …)` of a web framework. */
function isServer(tree: Tree, call: TSESTree.CallExpression): boolean {
  const root = call.callee.type === 'MemberExpression' ? rootOfChain(call.callee.object) : call.callee;
  if (root.type === 'NewExpression') return isServerClass(root);
  if (root.type !== 'Identifier') return false;
  const definition = findVariable(tree, root)?.defs[0]?.node as Node | undefined;
  const made =
    definition?.type === 'VariableDeclarator' && definition.init !== null ? sourceOf(tree, definition.init) : '';
  const imported = definition === undefined ? null : importOf(tree, definition);
  if (routers.test(imported ?? /^require\(\s*['"]([^'"]+)/.exec(made)?.[1] ?? '')) return true;
  // A function may make a server only to ask it.
  if (root === call.callee) return false;
  return serverMade.test(made) || (isServerName(root.name) && mounts.test(calleeName(call)) && namesHandler(call));
}

/** `new Elysia({ prefix })` of `new Elysia({ prefix }).get(…).delete(…)`. */
function rootOfChain(node: Node): Node {
  return node.type === 'CallExpression' && node.callee.type === 'MemberExpression'
    ? rootOfChain(node.callee.object)
    : node;
}

/** By the package's own name, since clients are called after frameworks too: `@hapi/wreck`, `koa-request`. */
const serverMade =
  /\b(?:express|fastify|polka|koa)\s*\(|\bhapi\.server\b|\brestify\.createServer\b|Router\s*\(|\brequire\(\s*['"](?:express|fastify|polka|koa|restify|hapi|@hapi\/hapi|koa-router|@koa\/router)['"]/i;

/** Packages whose functions take the paths that a server answers. */
const routers = /^(?:koa-(?:route|mount|path-match)|connect|router|find-my-way|journey)$/;

const mounts = /^(?:get|post|put|patch|delete|del|head|options|all|use|route)$/;

function isServerName(name: string): boolean {
  return /^(?:app|server|router)$|Router$/.test(name);
}

/** The last of several arguments is the name of something. */
function namesHandler({ arguments: all }: TSESTree.CallExpression): boolean {
  const last = all.at(-1);
  return all.length > 1 && (last?.type === 'Identifier' || last?.type === 'MemberExpression');
}

const serverFrameworks = /^(?:@nestjs\/common|routing-controllers|tsoa|@tsoa\/runtime|@loopback\/.*|@tsed\/.*)$/;

/** `@Get('/path')` of a web framework. */
function isServerDecorator(tree: Tree, call: TSESTree.CallExpression): boolean {
  if (tree.parents.get(call)?.type !== 'Decorator' || call.callee.type !== 'Identifier') return false;
  const definition = findVariable(tree, call.callee)?.defs[0]?.node as Node | undefined;
  const imported = definition === undefined ? null : importOf(tree, definition);
  return imported !== null && serverFrameworks.test(imported);
}

/** The module that an import is of. */
function importOf(tree: Tree, definition: Node): string | null {
  const found = [...ancestorsOf(tree, definition)].find(({ type }) => type === 'ImportDeclaration');
  return found?.type === 'ImportDeclaration' ? found.source.value : null;
}

/**
 * Whether a path without a base is a key, a file or a page, and no request: it goes to a store, to the file system, to
 * the router of a page or the driver of a browser.
 */
export function isUsedOtherwise(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (isOwnPage(tree, node)) return true;
  if (parent?.type === 'JSXAttribute' || parent?.type === 'JSXExpressionContainer') return isPageLink(tree, node);
  if (parent?.type === 'Property') {
    if (isLink(tree, node, parent)) return true;
    return holdersOf(tree, parent).some((one) => wordLists.has(lastWord(one)));
  }
  if (parent?.type === 'ArrayExpression') return listHolders(tree, parent).some((one) => wordLists.has(lastWord(one)));
  if (parent?.type !== 'CallExpression' || parent.callee === node) return false;
  const name = calleeName(parent);
  if (fileFunctions.test(name) || pageFunctions.test(name)) return true;
  if (parent.callee.type !== 'MemberExpression') return false;
  const names = namesInChain(parent.callee.object);
  if (names.includes('path')) return filePath.test(parent.arguments.map((one) => sourceOf(tree, one)).join(' '));
  // What a store holds, `store.api.get(path)`, is no store; what a call of it gives may be, `redis.multi().get(path)`.
  const whose = parent.callee.object.type === 'MemberExpression' ? names.slice(-1) : names;
  return whose.some((one) => keepers.has(lastWord(one))) || isCollection(tree, parent.callee.object);
}

/** `{ title: 'Mine', href: '/projects/owned' }`, `createElement(Link, { to: '/projects/owned' })`: what a person sees leads there. */
function isLink(tree: Tree, node: Node, property: TSESTree.Property): boolean {
  const record = tree.parents.get(property);
  if (property.value !== node || !/^(?:href|to)$/.test(nameOf(property) ?? '')) return false;
  const call = record === undefined ? undefined : tree.parents.get(record);
  if (call?.type === 'CallExpression' && /^(?:createElement|jsxs?|h)$/.test(calleeName(call))) return true;
  return (
    record?.type === 'ObjectExpression' &&
    record.properties.some((one) => one.type === 'Property' && shown.test(nameOf(one) ?? ''))
  );
}

const shown = /^(?:title|label|text|caption|icon|className|children|target|rel)$/;

/** Files and pages are told apart from addresses that `path.join` puts together by what they begin with. */
const filePath = /dir|cwd\b|te?mp\b|home|folder|file|cache|root/i;

const fileFunctions =
  /^(?:(?:read|write|append|copy|exists|stat|lstat|unlink|rm|access|open|move|ensure|output|remove)(?:File|Dir|Json)?|mkdirp?|readdir|create(?:Read|Write)Stream)(?:Sync)$|^(?:read|write|append|unlink)File$|^create(?:Read|Write)Stream$/;

const pageFunctions = /^(?:navigate|navigateTo|navigateByUrl|redirect|visit|goto|pushState|replaceState)$/;

const keepers = new Set(
  'redis memcached cache storage store db database firebase firestore mongo knex collection statsd metrics i18n fs s3 bucket history router location cy page browser driver'.split(
    ' ',
  ),
);

/** Tables of texts that people read, or that pages link to. */
const wordLists = new Set(
  'i18n messages labels titles translations menu nav breadcrumbs crumbs links pages tabs'.split(' '),
);

/** The names that a record is put in. */
function holdersOf(tree: Tree, property: Node): string[] {
  return [...ancestorsOf(tree, property)].flatMap((ancestor) => {
    if (ancestor.type === 'VariableDeclarator') return namesInChain(ancestor.id);
    if (ancestor.type === 'AssignmentExpression') return namesInChain(ancestor.left);
    return ancestor.type === 'Property' ? [nameOf(ancestor) ?? ''] : [];
  });
}

/** The names that a list is put in as it is, also as a part of a record. */
function listHolders(tree: Tree, list: Node): string[] {
  const parent = tree.parents.get(list);
  if (parent?.type === 'Property')
    return [nameOf(parent) ?? '', ...listHolders(tree, tree.parents.get(parent) ?? parent)];
  if (parent?.type === 'ArrayExpression') return listHolders(tree, parent);
  return parent?.type === 'VariableDeclarator' ? namesInChain(parent.id) : [];
}

/** `cache` of `projectCache`, `redis` of `$redis`. */
function lastWord(name: string): string {
  return (/(?:[A-Z][a-z\d]*|[a-z][a-z\d]*)$/.exec(name.replace(/\W/g, ''))?.[0] ?? name).toLowerCase();
}

/** The names that a chain of members and calls is made of; `expect(page.url())` speaks of what it is given. */
function namesInChain(node: Node): string[] {
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'MemberExpression':
      return [...namesInChain(node.object), ...[nameOfKey(node.property, node.computed) ?? ''].filter(Boolean)];
    case 'CallExpression':
      return [
        ...namesInChain(node.callee),
        ...(node.callee.type === 'Identifier' && node.callee.name === 'expect'
          ? node.arguments.flatMap((argument) => namesInChain(argument))
          : []),
      ];
    case 'AwaitExpression':
      return namesInChain(node.argument);
    default:
      return [];
  }
}

/** `<Route path="/path">`, `<Link to="/path">`, `<a href="/path">`, `<form action="/path">`. */
function isPageLink(tree: Tree, node: Node): boolean {
  const ancestors = [...ancestorsOf(tree, node)];
  const attribute = ancestors.find(({ type }) => type === 'JSXAttribute');
  const element = ancestors.find(({ type }) => type === 'JSXOpeningElement');
  if (attribute?.type !== 'JSXAttribute' || element?.type !== 'JSXOpeningElement') return false;
  const isPlain = attribute.value === node;
  return isPlain || /^(?:a|form)$|(?:Route|Link|Redirect|Navigate)$/.test(sourceOf(tree, element.name));
}

const said =
  /^(?:log|debug|info|warn|error|trace|test|it|describe|expect|match|replace|replaceAll|split|lastIndexOf|localeCompare|includes|indexOf|startsWith|endsWith|notEqual|resolve)$/;
const comparisons = /^(?:assert\w*|equal|deepEqual)$/;

/** Words that a client may have for methods too. */
const saidByKnown = /^(?:write|is|search|require|import)$/;
const speakers = /^(?:t|test|assert|expect|process|std(?:out|err)|out(?:put)?|stream|file|res|response|[Ll]ocation)$/;

/** `$httpBackend.expect('GET', address)`: https://docs.angularjs.org/api/ngMock/service/$httpBackend */
function isExpectedOf({ callee, arguments: [first] }: TSESTree.CallExpression): boolean {
  const method = first?.type === 'Literal' && typeof first.value === 'string' ? first.value : '';
  return callee.type === 'MemberExpression' && /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/.test(method);
}

/** `console.log(text)`, `text.includes(part)`, `require(module)`: what the call does with a text is no sending. */
function isSaidBy(call: TSESTree.CallExpression): boolean {
  const name = calleeName(call);
  if (said.test(name)) return !isExpectedOf(call);
  if (!saidByKnown.test(name)) return false;
  return call.callee.type !== 'MemberExpression' || namesInChain(call.callee.object).some((one) => speakers.test(one));
}

/** A text that is said, compared or matched, not sent: a log message, a test's name, a case of a switch, an import. Tests compare with what is sent. */
export function isMention(tree: Tree, node: Node, inTest: boolean): boolean {
  const parent = tree.parents.get(node);
  const compares = !(inTest && /\/api\/v3\b/.test(sourceOf(tree, node)));
  switch (parent?.type) {
    case 'BinaryExpression':
      return parent.operator !== '+' && compares;
    case 'SwitchCase':
      return compares;
    case 'MemberExpression':
      return parent.property === node && !/\/api\/v3\b/.test(sourceOf(tree, node));
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExpressionStatement':
    case 'TSLiteralType':
    case 'NewExpression':
    case 'ThrowStatement':
      return (
        parent.type !== 'NewExpression' || (parent.callee.type === 'Identifier' && /Error$/.test(parent.callee.name))
      );
    case 'CallExpression':
      if (parent.callee === node || isGivenBack(tree, parent) || isPutIn(tree, parent, node)) return false;
      if (!compares && findExpectedPart(tree, node) !== null) return false;
      return isSaidBy(parent) || (compares && isComparedBy(parent));
    case 'Property':
      return parent.key === node && !parent.computed && compares && !namesTarget(parent.value);
    case 'ArrayExpression':
      return compares && isLookedUp(tree, parent);
    default:
      return false;
  }
}

/** `rewrite: (path) => path.replace(/^\/lab/, '/api/v3')` of a proxy, or of an address that is kept: the second text takes the place of what is found. */
function isPutIn(tree: Tree, call: TSESTree.CallExpression, node: Node): boolean {
  if (call.arguments[1] !== node || !/^replace(?:All)?$/.test(calleeName(call))) return false;
  return keeps.test(tree.parents.get(call)?.type ?? '') && /\/api\/v3\b/.test(sourceOf(tree, node));
}

const keeps =
  /^(?:ArrowFunctionExpression|ReturnStatement|AssignmentExpression|Property|VariableDeclarator|NewExpression)$/;

/** A prefix that a server passes on: `{ '/api/v3': { target: 'https://…' } }`, `app.use('/api/v3', proxy({ target }))`, `app.use('/api/v3', proxy('https://…'))`. */
export function isProxiedPrefix(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (parent?.type === 'Property')
    return parent.key === node && namesTarget(parent.value) && !/\bv4\b/.test(sourceOf(tree, parent.value));
  return parent?.type === 'CallExpression' && parent.callee !== node && isGivenProxy(tree, parent);
}

/** Whether a call is given what passes requests on: `proxy({ target })`, `proxy('https://…')`. */
export function isGivenProxy(tree: Tree, call: TSESTree.CallExpression): boolean {
  const given = call.arguments.flatMap((one) => (one.type === 'CallExpression' ? [one, ...one.arguments] : [one]));
  return given.some((one) => namesTarget(one) || isProxyOfHost(tree, one));
}

/** `proxy('https://gitlab.example.com')`, as https://www.npmjs.com/package/express-http-proxy has it. */
function isProxyOfHost(tree: Tree, node: Node): boolean {
  if (node.type !== 'CallExpression' || !/prox/i.test(sourceOf(tree, node.callee))) return false;
  const [host] = node.arguments;
  return host !== undefined && host.type !== 'ObjectExpression' && !isFunction(host);
}

function namesTarget(node: Node): boolean {
  return (
    node.type === 'ObjectExpression' &&
    node.properties.some((one) => one.type === 'Property' && nameOf(one) === 'target')
  );
}

/** `next = trace(url)`: a function of that name whose result is kept gives the text back; `console.log` gives nothing. */
function isGivenBack(tree: Tree, call: TSESTree.CallExpression): boolean {
  if (call.callee.type !== 'Identifier' || !tells.test(call.callee.name)) return false;
  const parent = tree.parents.get(call);
  return (
    (parent?.type === 'AssignmentExpression' && parent.right === call) ||
    (parent?.type === 'VariableDeclarator' && parent.init === call)
  );
}

const tells = /^(?:log|debug|info|warn|error|trace)$/;

function isComparedBy(call: TSESTree.CallExpression): boolean {
  return comparisons.test(calleeName(call));
}

/**
 * The address of a model or a collection (https://backbonejs.org/#Model-urlRoot): the library puts ids behind it, and
 * sends to it whatever `save` and `destroy` are called with.
 */
export function isModelAddress(tree: Tree, node: Node): boolean {
  for (const ancestor of ancestorsOf(tree, node)) {
    if (ancestor.type === 'Property') return isModelKey(ancestor) && isModelRecord(tree, tree.parents.get(ancestor));
    if (ancestor.type === 'MethodDefinition' || ancestor.type === 'PropertyDefinition')
      return isModelKey(ancestor) && isModelClass(tree.parents.get(tree.parents.get(ancestor) ?? ancestor));
    if (ancestor.type === 'CallExpression') return false;
  }
  return false;
}

function isModelKey({
  key,
  computed,
}: TSESTree.Property | TSESTree.MethodDefinition | TSESTree.PropertyDefinition): boolean {
  return /^(?:urlRoot|url)$/.test(nameOfKey(key, computed) ?? '');
}

/** The record of `Backbone.Model.extend({ … })`. */
function isModelRecord(tree: Tree, record: Node | undefined): boolean {
  const call = record === undefined ? undefined : tree.parents.get(record);
  return (
    call?.type === 'CallExpression' &&
    call.callee.type === 'MemberExpression' &&
    calleeName(call) === 'extend' &&
    isModel(sourceOf(tree, call.callee.object))
  );
}

function isModelClass(home: Node | undefined): boolean {
  if (home?.type !== 'ClassDeclaration' && home?.type !== 'ClassExpression') return false;
  const parent = home.superClass;
  if (parent === null) return false;
  return isModel(
    parent.type === 'MemberExpression'
      ? (nameOfKey(parent.property, parent.computed) ?? '')
      : parent.type === 'Identifier'
        ? parent.name
        : '',
  );
}

function isModel(name: string): boolean {
  return /(?:Model|Collection)$/.test(name);
}
