import type { TSESTree } from '@typescript-eslint/types';
import { ancestorsOf, calleeName, nameOfKey, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// Paths of the program's own pages, and names that look like one

/**
 * Whether a path without a base leads to a page of the program, `location.href = '/projects/4/builds'`, is the pattern of one,
 * `page('/projects/:id/builds', show)`, or only names what happens, `analytics.page('/projects/owned')`, or is a part of what a
 * server answers, `res.render('list', { next: '/projects/owned?page=2' })`.
 */
export function isOwnPage(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  if (isAnswered(tree, node)) return true;
  if (parent?.type === 'AssignmentExpression')
    return parent.right === node && (isLocation(parent.left) || isKept(parent.left)) && isPath(tree, node);
  if (parent?.type === 'Property') return parent.value === node && isGoneTo(tree, parent);
  if (parent?.type !== 'CallExpression' || parent.callee === node) return false;
  const name = calleeName(parent);
  if (/^(?:set|put|cookie)$/.test(name) && isKept(parent.callee) && isPath(tree, node)) return true;
  if (parent.callee.type === 'Identifier') return pageCalls.test(name);
  if (goes.test(name)) return true;
  const names = namesOf(parent.callee);
  if (names.at(-2) === 'window' && name === 'open') return isPath(tree, node);
  if (events.test(name)) return parent.arguments[0] === node;
  return names.some((one) => pageObjects.test(one)) || pageMethods.test(names.join('.'));
}

/** A text of a page or of an answer that a server gives: `res.json({ links: [path] })`, `reply.view('list', { next: path })`, `ctx.body = { next: path }`. */
function isAnswered(tree: Tree, node: Node): boolean {
  const around = [...ancestorsOf(tree, node)].find(({ type }) => !parts.test(type));
  if (around?.type === 'AssignmentExpression')
    return (
      around.left !== node &&
      /^(?:ctx|context|this)(?:\.response)?\.body$|^res(?:ponse)?\.locals\b/.test(namesOf(around.left).join('.'))
    );
  if (around?.type !== 'CallExpression' || around.callee.type !== 'MemberExpression') return false;
  const isServers = /^(?:res|response|reply|ctx|context|h)$/.test(namesOf(around.callee.object).at(-1) ?? '');
  return isServers && isPath(tree, node) && /^(?:render|view|json|jsonp|send|location)$/.test(calleeName(around));
}

const parts = /^(?:Property|ObjectExpression|ArrayExpression|ConditionalExpression|LogicalExpression)$/;

/** Where a page is kept that somebody is to be led to: `req.session.next`, `ctx.cookies.set`, `res.cookie`. */
function isKept(target: Node): boolean {
  return /(?:^|\.)(?:session|cookies)\.|^res(?:ponse)?\.cookie$/.test(namesOf(target).join('.'));
}

/** `page(path, show)` of page.js, `ga('send', 'pageview', path)`. */
const pageCalls = /^(?:page|ga|gtag)$/;

/** Of Ember, Ionic and crossroads. */
const goes =
  /^(?:transitionTo(?:Route)?|intermediateTransitionTo|replaceRoute|setRoot|navigate(?:Forward|Back|Root)|addRoute)$/;

/** The first that they are given is a name or a channel; what follows may be sent. */
const events = /^\$?(?:emit|broadcast|publish|subscribe)$/;

const pageObjects = /^(?:nav(?:Ctrl|Controller|igator)?|analytics|mixpanel|amplitude|piwik)$/;

/** Of mithril and riot. */
const pageMethods = /^(?:m|riot)\.route(?:\.set)?$/;

function isPath(tree: Tree, node: Node): boolean {
  return /^['"`]#?\//.test(sourceOf(tree, node));
}

/** `location`, `location.href`, `window.location.hash`. */
function isLocation(target: Node): boolean {
  return /(?:^|\.)location(?:\.(?:href|hash|pathname))?$/.test(namesOf(target).join('.'));
}

/** `router.push({ path: '/projects/4/builds' })`, and `this.route('builds', { path: '/projects/4/builds' })` of Ember. */
function isGoneTo(tree: Tree, property: TSESTree.Property): boolean {
  if (!/^path(?:name)?$/.test(nameOfKey(property.key, property.computed) ?? '')) return false;
  const record = tree.parents.get(property);
  const call = record === undefined ? undefined : tree.parents.get(record);
  if (call?.type !== 'CallExpression') return false;
  const names = namesOf(call.callee);
  const [first] = call.arguments;
  if (names.join('.') === 'this.route') return first !== record;
  return /^(?:push|replace)$/.test(calleeName(call)) && /(?:router|history)$/i.test(names.at(-2) ?? '');
}

/** `window.location.href`, as far as it is made of names. */
function namesOf(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'ThisExpression') return ['this'];
  if (node.type !== 'MemberExpression') return [];
  return [...namesOf(node.object), ...[nameOfKey(node.property, node.computed) ?? ''].filter(Boolean)];
}
