import type { TSESTree } from '@typescript-eslint/types';
import { findVariable, isFunction, sourceOf } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { isCompletion } from './completions.js';
import type { Branch, TestPart } from './completions.js';
import { once } from './once.js';
import { isOfOtherProgram } from './other-programs.js';

// Tests of the API's version

/** The versions of Node, of packages, of files and of other services are others. */
const others = /\b(?:lock\w*|schema|manifest|file|pkg|package|packageJson|node|process|os|db|database|plugin)\??\.$/i;
const versionNames = /^(?:v|ver|version|\w*(?:api|gitlab|gl|rest|server|endpoint)_?ver(?:sion)?)$/i;
const dottedName = /((?:[\w$]+\??\.)*)([\w$]+)/g;
const comparison = /((?:[\w$]+\??\.)*)([\w$]+)\s*(?:[!=]==?|[<>]=?)\s*['"`]?v?[34]\b(?!\.)/gi;
const textComparison =
  /([\w$.?[\]()'"]*)\s*[!=]==?\s*['"`](?:\/?api\/)?v[34]\/?['"`]|['"`](?:\/?api\/)?v[34]\/?['"`]\s*[!=]==?\s*([\w$.?[\]()'"]*)/gi;
/** `base.endsWith('/v4')`: what is asked for `v4` alone must have the name of an address, since a label may be called so. */
const flag = /(?<!['"`\w.-])(?:[\w$]+\.)*(?:is_?|use_?|supports_?)?(?:api_?)?v[34]\b(?!['"`])/i;
const wholeAddress = /\/api\/v[34]\/\w|https?:\/\/[^\s'"`]*\/api\/v[34]\/(?=['"`])/g;
const addressTest =
  /([\w$.?[\]()]*)\.(?:includes|endsWith|startsWith|indexOf|lastIndexOf|search|match)\(\s*['"`]([\w/]*)\bv[34]\/?['"`]/gi;
const addressName = /(?:base|root|url|uri|address|endpoint|host|server|prefix|path|api|gitlab|version)\w*(?:\(\))?$/i;

/** GitLab has v4 since its release 9.0: `semver.gte(server.version, '9.0.0')`, `gitlabVersion < 9`. */
const releaseTest =
  /\b(?:gte?|lte?|satisfies)\(\s*([\w$.?]+)\s*,\s*['"`][<>=^~ ]*[89]\.\d|([\w$.?]+)\s*[<>]=?\s*['"`]?[89](?:\.0)*\b(?!\.)/gi;
const releaseName = /(?:gitlab|gl|server|instance|remote)\w*(?:\.\w+)?$/i;

const versionTests = once<boolean>();

/**
 * Whether a branch is for one version: it compares the API's version with 3 or 4, asks a base for it, has a flag of the
 * name, or a constant that is one of these. A comparison with a whole address is none with its version, and neither is the
 * question whether an address has its base already.
 */
export function isVersionBranch(tree: Tree, branch: Branch): boolean {
  return versionTests(branch, () =>
    partsOf(branch.test, false).some(
      (part) =>
        isVersionTest(tree, part.node) && !isOfOtherProgram(tree, part.node) && !isCompleted(tree, part, branch),
    ),
  );
}

/**
 * Whether a case is for one version: `case 'v3':`, or `case 3:` of what is called a version. A number alone says nothing:
 * menus, counts of arguments and the steps that compilers make of async functions have cases by it.
 */
export function isVersionCase(tree: Tree, own: TSESTree.SwitchCase): boolean {
  const [, letter, digit] = own.test === null ? [] : (/^['"]?(v?)([34])['"]?$/i.exec(sourceOf(tree, own.test)) ?? []);
  if (digit === undefined) return false;
  const whole = tree.parents.get(own);
  return letter !== '' || (whole?.type === 'SwitchStatement' && isCalledVersion(tree, whole.discriminant));
}

/** `apiVersion`, `Number(settings.version)`, and a constant that holds one. */
function isCalledVersion(tree: Tree, node: Node): boolean {
  return [node, namedBy(tree, node)].some(
    (each) =>
      each !== null &&
      !isOfOtherProgram(tree, each) &&
      [...sourceOf(tree, each).matchAll(dottedName)].some(
        ([, objects = '', name = '']) => versionNames.test(name) && !others.test(objects),
      ),
  );
}

/** What a test is made of by `!`, `&&` and `||`. */
function partsOf(test: Node, negated: boolean): TestPart[] {
  if (test.type === 'UnaryExpression' && test.operator === '!') return partsOf(test.argument, !negated);
  if (test.type === 'LogicalExpression') return [test.left, test.right].flatMap((side) => partsOf(side, negated));
  return [{ node: test, negated }];
}

function isVersionTest(tree: Tree, test: Node): boolean {
  const named = namedBy(tree, test);
  return comparesVersion(tree, test) || (named !== null && comparesVersion(tree, named));
}

/** `legacy`, where that is `version === 'v3'`. */
function namedBy(tree: Tree, test: Node): Node | null {
  if (test.type !== 'Identifier') return null;
  const [definition, ...others] = findVariable(tree, test)?.defs ?? [];
  if (definition?.node.type !== 'VariableDeclarator' || others.length > 0) return null;
  const { id, init } = definition.node;
  return id.type === 'Identifier' && init !== null && !isFunction(init) ? init : null;
}

function isCompleted(tree: Tree, part: TestPart, branch: Branch): boolean {
  const named = namedBy(tree, part.node);
  const parts = named === null ? [part] : partsOf(named, part.negated);
  return parts.some((each) => isCompletion(tree, each, branch));
}

function comparesVersion(tree: Tree, test: Node): boolean {
  const source = sourceOf(tree, test).replace(wholeAddress, '');
  const numbers = [...source.matchAll(comparison)];
  const texts = [...source.matchAll(textComparison)];
  return (
    numbers.some(([, objects = '', name = '']) => versionNames.test(name) && !others.test(objects)) ||
    texts.some(([, left, right]) => isSetting(left ?? right ?? '')) ||
    [...source.matchAll(addressTest)].some(([, asked = '', before = '']) => before !== '' || addressName.test(asked)) ||
    [...source.matchAll(releaseTest)].some(([, given, compared]) => isRelease(given ?? compared ?? '')) ||
    flag.test(source)
  );
}

/** What holds `v3` or `v4` is a version of the API, unless it is another thing's or the environment's of another name. */
function isSetting(compared: string): boolean {
  const [, object = '', name = ''] = /^(.*\.)?([^.]*)$/.exec(compared) ?? [];
  if (/\benv\b/.test(object)) return /api|gitlab|gl_|version/i.test(name);
  return !others.test(object) && !/^(?!api|gitlab|gl)[a-z]+version$/i.test(name);
}

/** The release of a GitLab, by the names of it: a number of lines or of projects is none. */
function isRelease(compared: string): boolean {
  return releaseName.test(compared) && /ver(?:sion)?$|release$|major$/i.test(compared);
}
