import type { Variable } from '@typescript-eslint/scope-manager';
import type { TSESTree } from '@typescript-eslint/types';
import type { Place } from '../../http/text.js';
import { findMakers } from './makers.js';
import { toMethod } from '../clients/client.js';
import { renewBudget } from '../budget.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { keyOfLiteral, literalsOfValue } from './sinks.js';
import { findBystanderUse } from './bystander-uses.js';
import { findNameAt, findNameReader } from './name-readers.js';
import { findPageHolder } from './page-readers.js';
import { findImportInTemplate, isLinkOfPage, isNamedInTemplate, partKeeping } from './page-uses.js';
import { usesOfReturned, wholeAround } from './returned-uses.js';
import { runsCommand } from './loose-calls.js';
import { isPrefixTest } from './prefix-tests.js';
import { findNamedUses, holdsLiteral } from './named-uses.js';
import type { NamedUse } from './named-uses.js';
import { findParameterReader } from './parameter-readers.js';
import { isExpectation, isLog } from './told-calls.js';
import { findWordReader } from './word-readers.js';
import { findPathReader } from './path-tests.js';
import type { PathChange } from './path-tests.js';
import { findQueryReader } from './query-tests.js';
import type { Called, Leads, Reader, Search } from './parameter-readers.js';
import {
  ancestorsOf,
  calleeName,
  contains,
  findDeclaration,
  findVariable,
  isFunction,
  nameOfKey,
  sourceOf,
  toPlace,
} from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';
import { merging } from '../values/mutation-places.js';
import { optionsOf } from '../value.js';

/** What an edit changes about a text. */
export interface TextChange extends Search {
  /** A query is put into it, or taken out: what asks whether there is one reads it too. */
  readonly query: boolean;
  /** How the path of the request that it is edited for changes; null where only what stands before it does. */
  readonly path: PathChange | null;
}

/**
 * Another reader of a text, or of the constant that it stands in, that is no request in sight: a comparison, an argument
 * of a function that nobody sees. Null if there is none. An edit of the text would change what it reads.
 *
 * @param search the calls that send the project's requests, or lead there, and whether caches count
 */
export function findOtherReader(evaluation: Evaluation, tree: Tree, place: Place, search: TextChange): string | null {
  const requests = search.leads;
  const named = findNameAt(tree, place);
  const ofName = named === null ? null : findNameReader(evaluation, named);
  if (ofName !== null) return describe(ofName.tree, ofName.identifier, ofName.node, tree);
  const shown = named === null ? null : findPageHolder(named.tree, named.node);
  if (shown !== null) return `the page that shows \`${sourceOf(tree, shown)}\` is out of sight, and may read it`;
  const literal = tree.texts.find(({ range }) => range[0] <= place.start && place.end <= range[1]);
  const record = recordAround(tree, place);
  const key = record !== undefined && !(literal !== undefined && contains(record, literal) && !isKey(tree, literal));
  const node = key ? record : literal;
  const name = named?.name ?? (record === undefined || !key ? null : nameIn(record, place));
  const seen = { evaluation, tree, requests, home: tree, distinct: search.distinct, name };
  const filled = named?.object?.type === 'Identifier' ? findVariable(tree, named.object) : null;
  const ofFilled = filled === null ? null : readersOf({ ...seen, record: true, literal: place }, filled, 0);
  if (ofFilled !== null || node === undefined) return ofFilled;
  const sight: Sight = { ...seen, record: key, literal: toPlace(tree, node) };
  const ofWord = literal === undefined || key ? null : findWordReader(evaluation, tree, literal, requests);
  if (ofWord !== null) return describe(ofWord.tree, ofWord.identifier, ofWord.node, tree);
  const ofQuery = search.query && !key ? queryReaderOf(evaluation, tree, node) : null;
  if (ofQuery !== null) return describe(ofQuery.tree, ofQuery.identifier, ofQuery.node, tree);
  const ofPath = search.path === null || key ? null : pathReaderOf(evaluation, tree, node, search.path);
  if (ofPath !== null) return describe(ofPath.tree, ofPath.identifier, ofPath.node, tree);
  const variable = (key ? mergedInto(tree, node) : null) ?? holderOf(tree, node);
  const reader =
    variable === null
      ? (readerOfArgument(sight, node) ?? readerOfReturned(sight, node, 0))
      : readersOf(sight, variable, 0);
  return reader ?? (key ? null : readerElsewhere(sight, node)) ?? readerInTemplates(sight, node);
}

/** A template that names what stands there, or the function that gives it; an address with its base is a request there too. */
function readerInTemplates(sight: Sight, part: Node): string | null {
  if (isWholeAddress(sight)) return null;
  const shown = findImportInTemplate(sight.evaluation, sight.tree, part, sight.literal);
  return shown === null ? null : describe(shown.tree, shown.identifier, shown.node, sight.home);
}

/** Not a record, nor a path that something is put before: `https://…`, `${base}/projects`. */
function isWholeAddress({ record, home, literal }: Sight): boolean {
  const text = home.text.slice(literal.start, literal.end);
  return !record && /^.(?:\$\{|https?:)|\bapi\/v\d/.test(text);
}

/** What asks for the query of the text, here or where it is read by its name. */
function queryReaderOf(evaluation: Evaluation, tree: Tree, text: Node): Reader | null {
  return firstReader(evaluation, tree, text, (use) => findQueryReader(evaluation, use.tree, use.node));
}

/** What asks for a word of the path, its end or its length, here or where it is read by its name. */
function pathReaderOf(evaluation: Evaluation, tree: Tree, text: Node, path: PathChange): Reader | null {
  const place = toPlace(tree, text);
  return firstReader(evaluation, tree, text, (use) =>
    findPathReader(evaluation, use.tree, use.node, path, (home, call) => holdsLiteral(evaluation, home, call, place)),
  );
}

function firstReader(
  evaluation: Evaluation,
  tree: Tree,
  text: Node,
  find: (use: NamedUse) => Reader | null,
): Reader | null {
  renewBudget(evaluation);
  for (const use of [{ tree, node: text }, ...findNamedUses(evaluation, tree, text)]) {
    const reader = find(use);
    if (reader !== null) return reader;
  }
  return null;
}

/** The record that an edit is made in: not one that holds the function around it, `{ close: async (issue) => … }`. */
function recordAround(tree: Tree, { start, end }: Place): TSESTree.ObjectExpression | undefined {
  const isAround = ({ range }: Node): boolean => range[0] <= start && end <= range[1];
  const record = tree.records.findLast(isAround);
  const within =
    record === undefined ? undefined : tree.functions.find((each) => isAround(each) && contains(record, each));
  return within === undefined ? record : undefined;
}

/** What reads the text by its name, in another file or as a member of a class. */
function readerElsewhere(sight: Sight, text: Node): string | null {
  for (const use of findNamedUses(sight.evaluation, sight.tree, text)) {
    const reader = readAt({ ...sight, tree: use.tree }, use.node, 0);
    if (reader !== null) return reader;
  }
  return null;
}

/**
 * What a function of the project does with a text that it is given besides sending it. A method is compared to send what
 * is right for it.
 */
function readerOfArgument({ tree, home, requests, record, distinct }: Sight, text: Node): string | null {
  if (record || (text.type === 'Literal' && toMethod(String(text.value)) !== null)) return null;
  let at = text;
  for (const parent of ancestorsOf(tree, text)) {
    if (parent.type === 'CallExpression' || parent.type === 'NewExpression') {
      const reader = findParameterReader({ leads: requests, distinct }, parent, at, text);
      return reader === null ? null : describe(reader.tree, reader.identifier, reader.node, home);
    }
    if (
      !/^(?:TemplateLiteral|BinaryExpression|ObjectExpression|Property|ConditionalExpression|LogicalExpression)$/.test(
        parent.type,
      )
    )
      return null;
    at = parent;
  }
  return null;
}

/** The name of the property that a place is in the key of. */
function nameIn({ properties }: TSESTree.ObjectExpression, { start, end }: Place): string | null {
  const property = properties.find(
    (each) => each.type === 'Property' && each.key.range[0] <= start && end <= each.key.range[1],
  );
  return property?.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
}

function isKey(tree: Tree, node: Node): boolean {
  const parent = tree.parents.get(node);
  return parent?.type === 'Property' && parent.key === node;
}

/** What reads the text or the record by the function that gives it: `db.insert(body(name))` beside `post(url, body(name))`. */
function readerOfReturned(sight: Sight, part: Node, depth: number): string | null {
  if (depth > deepest || isRequestItself(sight, part)) return null;
  for (const use of usesOfReturned(sight.evaluation, sight.tree, part, sight.literal)) {
    const reader = readAt({ ...sight, tree: use.tree }, use.node, depth + 1) ?? bystanderOf(sight, use);
    if (reader !== null) return reader;
  }
  return null;
}

/** A file that is not looked at and takes what keeps the function: `{ star: starPath }`. */
function bystanderOf({ evaluation, home }: Sight, { tree, node }: NamedUse): string | null {
  if (tree === home || node.type === 'CallExpression') return null;
  const use = findBystanderUse(evaluation, tree, toPlace(tree, node));
  return use === null ? null : `\`${sourceOf(tree, node)}\` is also read in ${use.file}, ${use.because}`;
}

/** An address that nobody is seen to send is what it is wherever it goes. */
function isRequestItself({ tree, requests }: Sight, part: Node): boolean {
  const whole = wholeAround(tree, part);
  return [part, ...ancestorsOf(tree, part)].some((node) => contains(whole, node) && requests.has(node));
}

/** The variable that an expression's value is put in, alone or as a property of a record. */
function holderOf(tree: Tree, node: Node): Variable | null {
  let at = node;
  for (let parent = tree.parents.get(at); parent !== undefined; at = parent, parent = tree.parents.get(at)) {
    if (parent.type === 'VariableDeclarator') {
      const name = parent.init === at ? nameOfWhole(parent.id) : null;
      return name === null ? null : findDeclaration(tree, name);
    }
    if (parent.type === 'CallExpression' && !isTextMethod(parent, at)) return null;
    if (isFunction(parent) || /Statement$|Declaration$/.test(parent.type)) return null;
  }
  return null;
}

/** What a record is known by: `body`, or `body` of `const { silent, ...body } = { … }`. */
function nameOfWhole(pattern: TSESTree.BindingName): TSESTree.Identifier | null {
  if (pattern.type === 'Identifier') return pattern;
  const rest = pattern.type === 'ObjectPattern' ? pattern.properties.at(-1) : undefined;
  return rest?.type === 'RestElement' && rest.argument.type === 'Identifier' ? rest.argument : null;
}

/** The variable of a record that another one's properties go into, `Object.assign(params, { iid })`, or `const params = Object.assign({}, { iid })`. */
function mergedInto(tree: Tree, record: Node): Variable | null {
  const call = tree.parents.get(record);
  if (call?.type !== 'CallExpression' || call.callee === record || !merging.test(calleeName(call))) return null;
  const target = call.arguments.find(({ type }) => type !== 'Literal');
  return target?.type === 'Identifier' ? findVariable(tree, target) : holderOf(tree, call);
}

function isTextMethod(call: Node, node: Node): boolean {
  return call.type === 'CallExpression' && call.callee === node;
}

const deepest = 4;

interface Sight {
  readonly evaluation: Evaluation;
  readonly tree: Tree;
  /** The file that the text stands in, if another one reads it. */
  readonly home: Tree;
  readonly requests: Leads;
  /** The names of a record change, so that whoever reads its members is a reader too. */
  readonly record: boolean;
  /** The text, or the record. */
  readonly literal: Place;
  /** The name that changes; null if it is not known. */
  readonly name: string | null;
  /** As `Search` has it. */
  readonly distinct: boolean;
}

function readersOf(sight: Sight, variable: Variable, depth: number): string | null {
  for (const reference of variable.references) {
    if (!reference.isRead() || depth > deepest) continue;
    const reader = readAt(sight, reference.identifier, depth);
    if (reader !== null) return reader;
  }
  return null;
}

function readAt(sight: Sight, identifier: Node, depth: number): string | null {
  const { tree, record, home } = sight;
  if (isInRequest(sight, identifier)) {
    const mixer = findMixer(sight, identifier);
    return mixer === null ? readerOfArgument(sight, identifier) : describe(tree, identifier, mixer, home);
  }
  if (isLength(tree, identifier)) return null;
  let at = identifier;
  let printed = false;
  for (let parent = tree.parents.get(at); parent !== undefined; at = parent, parent = tree.parents.get(at)) {
    if (isComparison(parent) || (record && isMemberRead(sight, parent, at)) || isOnPage(sight, at))
      return describe(tree, identifier, parent, home);
    if (parent.type === 'ReturnStatement' || (isFunction(parent) && parent.body === at))
      return (
        readerOfReturned(sight, at, depth) ??
        (record && parent.type === 'ReturnStatement' ? describe(tree, identifier, parent, home) : null)
      );
    if (parent.type === 'CallExpression' || parent.type === 'NewExpression') {
      const reader = readByCall(sight, parent, at, identifier, depth);
      if (reader !== goesOn) return reader;
      printed ||= parent.type === 'CallExpression' && isPrinting(parent);
      continue;
    }
    if (parent.type === 'VariableDeclarator') {
      const next = parent.id.type === 'Identifier' ? findDeclaration(tree, parent.id) : null;
      if (next !== null && !isWholeAddress(sight) && isNamedInTemplate(tree, next))
        return describe(tree, identifier, parent, home);
      return next === null ? null : readersOf({ ...sight, record: record && !printed }, next, depth + 1);
    }
    if (isFunction(parent) || /Statement$/.test(parent.type)) return null;
  }
  return null;
}

/** Whether a page leads there, or a template knows it by the name that its component has it under. */
function isOnPage(sight: Sight, node: Node): boolean {
  const { tree } = sight;
  if (isWholeAddress(sight)) return false;
  return isLinkOfPage(tree, node) || partKeeping(tree, node) !== null || findPageHolder(tree, node) !== null;
}

/** A function that nobody sees, which a method goes through on its way to a request: `request(mix(unstarring, { url }))`. */
function findMixer({ evaluation, tree, home, requests, literal }: Sight, identifier: Node): Node | null {
  if (toMethod(home.text.slice(literal.start + 1, literal.end - 1)) === null) return null;
  renewBudget(evaluation, tree);
  for (const ancestor of ancestorsOf(tree, identifier)) {
    if (isOnRequest(requests, ancestor)) return null;
    if (ancestor.type === 'CallExpression' && evaluate(evaluation, tree, ancestor, null).kind === 'unknown')
      return ancestor;
  }
  return null;
}

/** A call gives what it is given, or what holds that: whoever reads it is the reader. */
const goesOn = Symbol();

/** What a call does with what stands in it: the reader, null if there is none, or `goesOn`. */
function readByCall(
  sight: Sight,
  call: TSESTree.CallExpression | TSESTree.NewExpression,
  at: Node,
  identifier: Node,
  depth: number,
): string | null | typeof goesOn {
  const { evaluation, tree, record, distinct, home } = sight;
  if (call.type === 'CallExpression') {
    if (isPrinting(call) || isFreezing(call)) return goesOn;
    if (!record && (isListing(tree, call) || isPrefixTest(tree, call))) return null;
    if (!record && runsCommand(evaluation, tree, call, at)) return null;
  }
  if (call.callee === at || isLog(tree, call) || isExpectation(tree, call)) return null;
  const copiers = copiersOf(sight, call);
  if (copiers === null && isPutting(sight, call)) return goesOn;
  const called = copiers ?? (record ? null : findMakers(evaluation, tree, call));
  const given = called === null ? parametersGiven(sight, call, at) : null;
  if (called === null && given === null) return describe(tree, identifier, call, home);
  if (called === null) return readerOfParameters(sight, given ?? [], depth);
  const reader = findParameterReader({ leads: new Map([[call, called]]), distinct }, call, at, identifier);
  if (reader !== null) return describe(reader.tree, reader.identifier, reader.node, home);
  return copiers === null ? null : goesOn;
}

/** `names.length`: how many there are, or how long it is, is not what an edit is about. */
function isLength(tree: Tree, identifier: Node): boolean {
  const member = tree.parents.get(identifier);
  return (
    member?.type === 'MemberExpression' &&
    member.object === identifier &&
    nameOfKey(member.property, member.computed) === 'length'
  );
}

/** `JSON.stringify(body)`, `querystring.stringify(body)`: whoever reads the text is a reader; how long it is nobody minds. */
function isPrinting(call: TSESTree.CallExpression): boolean {
  return call.callee.type === 'MemberExpression' && /^(?:stringify|byteLength)$/.test(calleeName(call));
}

/** `Object.keys(routes)`, which reads no value, and `Object.entries(routes).map(…)`, whose function is looked into. */
function isListing(tree: Tree, call: TSESTree.CallExpression): boolean {
  const { callee } = call;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || callee.object.name !== 'Object')
    return false;
  const name = nameOfKey(callee.property, callee.computed) ?? '';
  const parent = tree.parents.get(call);
  const isIterated = parent?.type === 'MemberExpression' || parent?.type === 'ForOfStatement';
  return name === 'keys' || (/^(?:values|entries)$/.test(name) && isIterated);
}

/** `urlJoin(base, path)`, `new URL(path, base)`: a text that the constant is put into, whoever reads that. */
function isPutting({ evaluation, tree, literal }: Sight, call: Node): boolean {
  if (/^(?:new URL|url\.resolve)$/.test(sourceOf(tree, call).split('(')[0] ?? '')) return true;
  renewBudget(evaluation, tree);
  return optionsOf(evaluate(evaluation, tree, call, null)).some(
    (value) =>
      value.kind === 'text' &&
      value.text.some(
        (piece) =>
          piece.kind === 'known' &&
          piece.source?.literal.file === literal.file &&
          piece.source.literal.start === literal.start,
      ),
  );
}

/** `Object.freeze(record)` gives the record back, `Object.assign(record, more)` and `JSON.parse(JSON.stringify(record))` what it holds. */
function isFreezing({ callee }: TSESTree.CallExpression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'structuredClone';
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return false;
  const name = nameOfKey(callee.property, callee.computed) ?? '';
  if (callee.object.name === 'Object') return /^(?:freeze|seal|assign)$/.test(name);
  if (callee.object.name === 'JSON') return name === 'parse';
  return (
    /^(?:_|lodash|\$|jQuery|angular)$/.test(callee.object.name) &&
    /^(?:assign|extend|merge|defaults|clone|cloneDeep)$/.test(name)
  );
}

/** The functions of the project that a call calls and that give a record or a text in sight for what they get; null if it calls others. */
function copiersOf({ evaluation, tree, record, literal }: Sight, call: Node): readonly Called[] | null {
  if (record || call.type !== 'CallExpression') return null;
  renewBudget(evaluation, tree);
  const functions = optionsOf(evaluate(evaluation, tree, call.callee, null));
  const given = optionsOf(evaluate(evaluation, tree, call, null));
  const called = functions.flatMap((option) => (option.kind === 'function' ? [option] : []));
  const isCopy = given.every(({ kind }) => kind === 'record' || kind === 'text');
  const isHeld = given.some((each) => literalsOfValue(each, 2).includes(keyOfLiteral(literal)));
  return called.length < functions.length || !isCopy || !isHeld ? null : called;
}

interface GivenParameter {
  readonly tree: Tree;
  readonly variable: Variable;
}

/** The parameters of the project's own functions that hold what stands in a call; null if it goes to other code too, or to a part of one. */
function parametersGiven({ evaluation, tree, record }: Sight, call: Node, argument: Node): GivenParameter[] | null {
  if (record || call.type !== 'CallExpression') return null;
  const { callee, shift } = calledWithThis(call);
  const index = call.arguments.findIndex((each) => each === argument) - shift;
  renewBudget(evaluation, tree);
  const parameters = optionsOf(evaluate(evaluation, tree, callee, null)).map((option): GivenParameter | null => {
    const pattern = option.kind === 'function' ? option.node.params[index + option.bound.length] : undefined;
    if (option.kind !== 'function' || pattern?.type !== 'Identifier') return null;
    const variable = findDeclaration(option.tree, pattern);
    return variable === null ? null : { tree: option.tree, variable };
  });
  return parameters.some((each) => each === null) ? null : parameters.flatMap((each) => each ?? []);
}

/** `Parent.call(this, base)` calls what stands before, whose own arguments begin one later. */
function calledWithThis({ callee }: TSESTree.CallExpression): { readonly callee: Node; readonly shift: number } {
  const isCall = callee.type === 'MemberExpression' && nameOfKey(callee.property, callee.computed) === 'call';
  return isCall ? { callee: callee.object, shift: 1 } : { callee, shift: 0 };
}

function readerOfParameters(sight: Sight, parameters: readonly GivenParameter[], depth: number): string | null {
  for (const { tree, variable } of parameters) {
    const reader = readersOf({ ...sight, tree }, variable, depth + 1);
    if (reader !== null) return reader;
  }
  return null;
}

/** `record.name`, read, unless that is another name; what is written to it is part of the record. */
function isMemberRead({ tree, name }: Sight, parent: Node, object: Node): boolean {
  if (parent.type !== 'MemberExpression' || parent.object !== object) return false;
  const read = nameOfKey(parent.property, parent.computed);
  if (read !== null && name !== null && read !== name) return false;
  const outer = tree.parents.get(parent);
  return (
    !(outer?.type === 'AssignmentExpression' && outer.left === parent) &&
    !(outer?.type === 'CallExpression' && outer.callee === parent)
  );
}

function isComparison(node: Node): boolean {
  return (
    (node.type === 'BinaryExpression' && node.operator !== '+') ||
    node.type === 'SwitchCase' ||
    node.type === 'SwitchStatement'
  );
}

/** Whether it is given to a call that sends. What a callback does with it is no part of what that sends. */
function isInRequest({ tree, requests }: Sight, node: Node): boolean {
  if (requests.has(node)) return true;
  for (const ancestor of ancestorsOf(tree, node)) {
    if (isFunction(ancestor)) return false;
    if (isOnRequest(requests, ancestor)) return true;
  }
  return false;
}

/** The call, or one in the chain that it goes on: `superagent.post(url).send(body)`. */
function isOnRequest(requests: Leads, node: Node): boolean {
  for (let at = node; ; at = at.callee.object) {
    if (requests.has(at)) return true;
    if (at.type !== 'CallExpression' || at.callee.type !== 'MemberExpression') return false;
  }
}

/** @param from the file that the reader's own is named for, if it is another one */
function describe(tree: Tree, identifier: Node, reader: Pick<Node, 'range'>, from = tree): string {
  const line = tree.text.slice(0, reader.range[0]).split('\n').length;
  const file = tree === from ? '' : ` of ${tree.file}`;
  return `\`${sourceOf(tree, identifier)}\` is also read in line ${String(line)}${file}, by code whose purpose is out of sight`;
}
