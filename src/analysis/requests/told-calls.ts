import type { TSESTree } from '@typescript-eslint/types';
import { isTestFile } from '../service.js';
import { ancestorsOf, findVariable, nameOfKey } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

// Calls that send nothing and keep nothing: they tell a person, or a test

/** `expect(path()).toBe('/projects/owned')` in a test: what is expected moves too, or the test says so. */
export function isExpectation(tree: Tree, call: Node): boolean {
  if (call.type !== 'CallExpression' || !isTestFile(tree.file)) return false;
  const { callee } = call;
  const root = callee.type === 'MemberExpression' ? callee.object : callee;
  if (root.type !== 'Identifier') return false;
  if (root.name === 't') return callee.type === 'MemberExpression';
  return /^(?:expect|assert)$/.test(root.name) && isOfTests(tree, root);
}

/** What tests compare with, unless another library has something of the name. */
function isOfTests(tree: Tree, name: Node): boolean {
  const definition = findVariable(tree, name)?.defs[0]?.node as Node | undefined;
  const found = definition === undefined ? [] : [...ancestorsOf(tree, definition)];
  const from = found.find(({ type }) => type === 'ImportDeclaration');
  return from?.type !== 'ImportDeclaration' || testLibraries.test(from.source.value);
}

const testLibraries = /assert|ava|chai|cypress|expect|jasmine|jest|mocha|playwright|should|tap|test|unexpected|uvu/i;

const logs = /^(?:log|debug|verbose|info|notice|warn|error|fatal|trace|assert)$/;

/** `logger` of `this.logger.info`, whatever package it is of. */
const loggers = /^(?:console|log(?:ger)?|winston|bunyan|pino|signale|npmlog)$/;

/** `console.log(…)`, `this.logger.info(…)`, `debug(…)`, and `new Error(…)`, whose text a person reads. */
export function isLog(tree: Tree, call: TSESTree.CallExpression | TSESTree.NewExpression): boolean {
  const { type, callee } = call;
  if (type === 'NewExpression' && callee.type === 'Identifier') return /Error$/.test(callee.name);
  const isStatement = tree.parents.get(call)?.type === 'ExpressionStatement';
  if (callee.type === 'Identifier') return isStatement && callee.name === 'debug' && isMade(tree, callee);
  if (callee.type !== 'MemberExpression' || !logs.test(nameOfKey(callee.property, callee.computed) ?? '')) return false;
  const logger = lastNameOf(callee.object);
  return logger === 'console' || (isStatement && loggers.test(logger));
}

/** `debug` of `const debug = require('debug')('api')`: a function that a call gives, and none of the project's own. */
function isMade(tree: Tree, name: Node): boolean {
  const definition = findVariable(tree, name)?.defs[0]?.node as Node | undefined;
  return definition?.type === 'VariableDeclarator' && definition.init?.type === 'CallExpression';
}

function lastNameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? (nameOfKey(node.property, node.computed) ?? '') : '';
}
