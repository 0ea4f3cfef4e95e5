import { isEnvironmentFile } from '../../analysis/environment.js';
import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { findBystanderUse } from '../../analysis/requests/bystander-uses.js';
import { findLiteralType } from '../../analysis/types/literal-types.js';
import type { Leads } from '../../analysis/requests/parameter-readers.js';
import { findTypedName } from '../../analysis/types/record-types.js';
import { findMethodTest } from '../../analysis/requests/method-tests.js';
import { findNameTest } from '../../analysis/requests/name-tests.js';
import { findOpenFunction, isCalledOnly, isHandedOn } from '../../analysis/requests/open-functions.js';
import { findInterceptor } from '../../analysis/requests/request-interceptors.js';
import { findUnreadCallers } from '../../analysis/requests/unread-callers.js';
import { isBegunWithin } from '../../analysis/requests/path-begins.js';
import { findOtherReader } from '../../analysis/requests/readers.js';
import type { TextChange } from '../../analysis/requests/readers.js';
import { pathLiterals, pathPlace } from '../../analysis/requests/path-places.js';
import type { FoundRequest } from '../../analysis/requests/found-request.js';
import { wholeText } from '../../analysis/syntax/text-around.js';
import { ancestorsOf, contains, findVariable, isClass, isFunction, walk } from '../../analysis/syntax/tree.js';
import type { Node, Tree } from '../../analysis/syntax/tree.js';
import { findVariableReader } from '../../documents/variables.js';
import type { Place } from '../../http/text.js';
import { asksOtherwise, findComparison } from './compared.js';
import type { Edit, Finding } from '../finding.js';
import { toPosition } from '../position.js';
import { restate } from './findings.js';
import { placesOf } from '../settle.js';
import type { Claim } from '../settle.js';

export interface Readers {
  readonly evaluation: Evaluation;
  /** The calls that send the project's requests, or lead there. */
  readonly calls: Leads;
  /** What was found before, by place: thousands of requests may share one base. */
  readonly known: Map<string, string | null>;
}

function otherReaderOf(
  tree: Tree,
  { file, start, end }: Edit,
  { evaluation, calls, known }: Readers,
  changes: Omit<TextChange, 'leads'>,
): string | null {
  const key = `${file}:${String(start)}-${String(end)} ${JSON.stringify(changes)}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const reader = findOtherReader(evaluation, tree, { file, start, end }, { leads: calls, ...changes });
  known.set(key, reader);
  return reader;
}

/** An edit of a constant that something out of sight reads too is for a person to make; for the base it is an assumption. */
export function withReaders(one: Claim, readers: Readers): Claim {
  const { finding, row, judged } = one;
  if (one.ofAnswer === true) return one;
  const isPrefix = finding.rule === 'no-v3-prefix';
  if (finding.edits.some(({ file }) => readers.evaluation.project.isForeign(file)))
    return { judged, row, finding: restate(finding, row, { certainty: 'manual', reason: foreign, edits: [] }) };
  if (finding.edits.some(({ file }) => isEnvironmentFile(file)))
    return { judged, row, finding: restate(finding, row, { certainty: 'manual', reason: environment, edits: [] }) };
  const intercepted = isPrefix
    ? null
    : (describeInterceptor(one, readers.evaluation) ??
      describeRewriting(one, readers.evaluation) ??
      describeMethodTest(one, readers.evaluation) ??
      describeNameTest(one, readers.evaluation) ??
      describeLength(one));
  if (intercepted !== null)
    return { judged, row, finding: restate(finding, row, { certainty: 'manual', reason: intercepted, edits: [] }) };
  const distinct = leavesPath(finding, readers.evaluation);
  for (const edit of finding.edits) {
    const tree = openTree(readers.evaluation, edit.file);
    if (tree === null) continue;
    const reader =
      readerInDocument(edit, readers.evaluation) ??
      otherReaderOf(tree, edit, readers, { distinct, ...changesOf(edit, one, readers.evaluation) }) ??
      typeOf(tree, edit, readers) ??
      (isPrefix
        ? describeUnreadCaller(edit, readers)
        : (findOtherCallers(tree, edit, one, readers.evaluation) ?? describeBystander(tree, edit, readers)));
    if (reader === null) continue;
    const edits = isPrefix ? finding.edits : [];
    return {
      judged,
      row,
      finding: restate(finding, row, { certainty: isPrefix ? 'suggestion' : 'manual', reason: reader, edits }),
    };
  }
  return withComparison(one, readers);
}

/** Who sends requests behind a base, and nobody reads. */
function describeUnreadCaller({ file }: Edit, { evaluation: { project } }: Readers): string | null {
  const [caller, ...others] = findUnreadCallers(project, file);
  if (caller === undefined) return null;
  const more =
    others.length === 0 ? '' : ` (as ${others.length === 1 ? 'is 1 other' : `are ${String(others.length)} others`})`;
  return `${caller}, which is in a language that is not read${more}, sends requests behind it too`;
}

/** Who takes what would change and is not looked at, since nothing in it speaks of GitLab. */
function describeBystander(tree: Tree, edit: Edit, { evaluation }: Readers): string | null {
  const use = findBystanderUse(evaluation, tree, edit);
  if (use === null) return null;
  const what = use.name === null ? 'it' : `\`${use.name}\``;
  return `${what} is also read in ${use.file}, ${use.because}`;
}

/** What reads a variable of a file that is no program, beside its requests: `docker push app:$VERSION`. */
function readerInDocument({ file, start }: Edit, { project }: Evaluation): string | null {
  const parsed = project.parse(file);
  const at = parsed?.document === undefined ? null : findVariableReader(parsed.text, parsed.document, start);
  if (parsed === null || at === null) return null;
  return `the variable is also read in line ${String(toPosition(parsed.text, at).line)}, by something that is no request in sight`;
}

/** What is put into a query, or taken out, where an interceptor goes on with the address as it is, or with other parameters. */
function describeInterceptor({ finding, judged }: Claim, evaluation: Evaluation): string | null {
  const { request, replacement, edits } = finding;
  const [before, after] = [request, replacement].map((text) => countParameters(text?.split('?')[1] ?? ''));
  if (edits.length === 0 || replacement === null || before === after) return null;
  const place = findInterceptor(evaluation, judged.found);
  return place === null
    ? null
    : `an interceptor writes the address or the parameters of each request anew, in ${describePlace(place, evaluation)}`;
}

/** What is changed of parameters, or of an address, from which code that nobody understands makes what is sent. */
function describeRewriting({ finding, judged, row }: Claim, evaluation: Evaluation): string | null {
  const { rewritten } = judged.found;
  const { request, replacement, edits } = finding;
  if (rewritten === undefined || edits.length === 0 || replacement === null || row.identified !== undefined)
    return null;
  const [path, query = ''] = (request ?? '').split('?');
  const [moved, grown = ''] = replacement.split('?');
  const place =
    (query === grown ? undefined : (rewritten.get('query') ?? rewritten.get('body'))) ??
    (path === moved ? undefined : rewritten.get('url'));
  if (place === undefined) return null;
  return `what is sent is made of it by code that is not understood, in ${describePlace(place, evaluation)}`;
}

/** Another method, where code on the way tells the two apart. */
function describeMethodTest({ finding, judged }: Claim, evaluation: Evaluation): string | null {
  const { request, replacement, edits } = finding;
  const [[before = ''], [after = '']] = [(request ?? '').split(' '), (replacement ?? '').split(' ')];
  if (edits.length === 0 || replacement === null || before === after) return null;
  const place = findMethodTest(evaluation, judged.found, [before, after]);
  return place === null
    ? null
    : `what leads to it asks for the method, and does something else for another one, in ${describePlace(place, evaluation)}`;
}

/** A parameter that is called otherwise, or stands elsewhere, where code on the way knows it by its name. */
function describeNameTest({ finding, judged }: Claim, evaluation: Evaluation): string | null {
  const { request, replacement, edits } = finding;
  if (edits.length === 0 || replacement === null) return null;
  const kept = new Set(namesIn(replacement));
  const own = [...edits, ...placesOf(judged.found.request)];
  for (const name of namesIn(request ?? '').filter((each) => !kept.has(each))) {
    const place = findNameTest(evaluation, judged.found, name, own);
    if (place !== null) return `\`${name}\` is known by its name on the way, in ${describePlace(place, evaluation)}`;
  }
  return null;
}

function namesIn(request: string): string[] {
  const parameters = request.split('?')[1]?.split('&') ?? [];
  return parameters.map((each) => each.split('=')[0] ?? '').filter((name) => /^\w+$/.test(name));
}

const writtenLength = /^content-length:\s*(?:\d+\s*$|[\w.]*byteLength\(\s*['"`]|['"`])/i;

/** A body that gets shorter or longer beside its length as a number, or counted of another text that says the same. */
function describeLength({ finding, judged }: Claim): string | null {
  const { request, headers } = judged.found;
  const [query, grown] = [finding.request, finding.replacement].map((text) => text?.split('?')[1]);
  if (finding.edits.length === 0 || finding.replacement === null || query === grown) return null;
  if (!request.parameters.some(({ location }) => location === 'body')) return null;
  const isWritten = headers.some((header) => writtenLength.test(header));
  return isWritten ? 'the length of the body is a header, and has to change with it' : null;
}

function describePlace({ file, start }: Place, evaluation: Evaluation): string {
  return `${file}:${String(toPosition(openTree(evaluation, file)?.text ?? '', start).line)}`;
}

/** What told paths apart becomes a parameter that stands elsewhere: `/projects/owned`, beside `/projects/starred`. */
function leavesPath({ edits, request, replacement }: Finding, evaluation: Evaluation): boolean {
  const [path, query = ''] = (request ?? '').split('?');
  const [moved, grown = ''] = (replacement ?? '').split('?');
  if (moved === path || countParameters(grown) <= countParameters(query)) return false;
  const [first, ...others] = edits.map((edit) => textAround(evaluation, edit));
  return others.some((text) => text === null || text !== first);
}

/** What an edit makes of the text that it is made in. The base is the same for all paths behind it. */
function changesOf(edit: Edit, one: Claim, evaluation: Evaluation): Pick<TextChange, 'query' | 'path'> {
  const { rule, request, replacement } = one.finding;
  const query = changesQuery(edit, one, evaluation);
  if (rule === 'no-v3-prefix' || request === null || replacement === null) return { query, path: null };
  const [before, after] = [request, replacement].map((text) => (query ? text : (text.split('?')[0] ?? '')));
  return { query, path: { before: pathIn(before), after: pathIn(after) } };
}

/** `/projects` of `GET /projects`. */
function pathIn(request = ''): string {
  return request.slice(request.indexOf(' ') + 1);
}

/** Whether a text gets a query or a parameter that it had not, or loses one, by all edits of a finding that are made in it. */
function changesQuery(edit: Edit, { finding: { edits } }: Claim, evaluation: Evaluation): boolean {
  const text = textAround(evaluation, edit);
  const own = text === null ? [edit] : edits.filter((one) => one.file === edit.file && isWithin(one, text.range));
  const written = openTree(evaluation, edit.file)?.text ?? '';
  return (
    own.reduce(
      (sum, one) => sum + countQuerySigns(one.text) - countQuerySigns(written.slice(one.start, one.end)),
      0,
    ) !== 0
  );
}

function countQuerySigns(text: string): number {
  return text.split(/[?=]/).length - 1;
}

function textAround(evaluation: Evaluation, edit: Edit): Node | null {
  return openTree(evaluation, edit.file)?.texts.find(({ range }) => isWithin(edit, range)) ?? null;
}

function countParameters(query: string): number {
  return query === '' ? 0 : query.split('&').length;
}

const passedOn = 'what asks for it and what passes it on to GitLab move together';

/** A path that the program looks at elsewhere moves on the assumption that it is not looked at there. */
function withComparison(one: Claim, { evaluation }: Readers): Claim {
  const { finding, row, judged } = one;
  const isOfAddress = finding.rule === 'no-v3-endpoint' || finding.rule === 'no-v3-prefix' || asksOtherwise(finding);
  if (finding.certainty !== 'safe' || !isOfAddress || (judged.found.answered !== null && judged.isPassedOn !== true))
    return one;
  const reason = judged.isPassedOn === true ? passedOn : findComparison(evaluation, one);
  const { edits } = finding;
  return reason === null
    ? one
    : { judged, row, finding: restate(finding, row, { certainty: 'suggestion', reason, edits }) };
}

function typeOf(tree: Tree, edit: Edit, { evaluation }: Readers): string | null {
  const text = findLiteralType(evaluation, tree, edit);
  if (text !== null) return `a type lists \`${text}\`, and has to list what is sent in v4`;
  const typed = findTypedName(evaluation, tree, edit);
  if (typed === null) return null;
  const type = typed.type === null ? 'its type' : `its type \`${typed.type}\``;
  return typed.isDeclared
    ? `${type} declares \`${typed.name}\`, and has to declare what is sent in v4`
    : `${type} has to declare \`${typed.name}\` first`;
}

const environment =
  'it is set for run time, where nothing is edited: change it by hand when the code behind it has moved, which `migrate --partial` writes';

const foreign = 'it is written in a package that the project depends on';

/**
 * An edit inside a wrapper counts for all its callers, those out of sight too, unless the wrapper gives the whole request.
 * What stands in the outermost call is nobody else's.
 */
function findOtherCallers(
  tree: Tree,
  edit: Edit,
  { finding, judged: { found } }: Claim,
  evaluation: Evaluation,
): string | null {
  const changed = found.chain.flatMap(({ called }) =>
    called?.tree === tree && isWithin(edit, called.node.range) ? [called.node] : [],
  );
  const inCall =
    changed.length === 0 && found.chain.some((call) => call.tree === tree && isWithin(edit, call.node.range));
  // What a function only puts together is followed to all who take it; more than it has now is this request's alone.
  const isAddition = edit.start === edit.end;
  const open = inCall || (found.chain.length === 0 && !isAddition) ? null : findOpenFunction(tree, edit);
  const isIn = ({ range }: Node, start: Place): boolean =>
    start.file === edit.file && [start, ...finding.edits].every((place) => isWithin(place, range));
  const [begin = pathPlace(found)] = pathLiterals(found);
  // The path of a method may begin in a getter of its class.
  const isOfClass = (node: Node): boolean => {
    const home = [...ancestorsOf(tree, node)].find(isClass);
    return home !== undefined && isIn(home, begin) && isBehindThis(tree, edit, node);
  };
  const isOfHelper = (node: Node): boolean =>
    isIn(node, edit) && isBegunWithin(evaluation, { tree, node }, found, begin);
  const isWhole = (node: Node): boolean => isIn(node, begin) || isOfClass(node) || isOfHelper(node);
  const sends = found.chain.length === 0 && open !== null && isPartOf(found, tree, open);
  if (open !== null && !sends && !isWhole(open))
    return 'the function that would change is exported, and others may call it';
  const shared = changed.filter((node) => !isWhole(node));
  if (shared.some((node) => isHandedOn(evaluation, tree, node)))
    return 'the function that would change is handed on, and called with what is out of sight';
  // Which number of a thing is taken does not hang on who calls.
  return finding.rule === 'no-global-id' || shared.every((node) => isCalledOnly(tree, node))
    ? null
    : 'the function that would change goes where its object goes, and others may call it';
}

/** Whether nothing that callers give a method stands before an edit of its text: `` `${this.path}/builds` ``. */
function isBehindThis(tree: Tree, edit: Edit, method: Node): boolean {
  const { start, end } = wholeText(tree, edit);
  const isInText = start < edit.start && edit.end < end;
  if (!isInText && !(isFunction(method) && method.params.length === 0)) return false;
  let isGiven = false;
  walk(method, (node) => {
    if (node.type !== 'Identifier' || node.range[0] < start || edit.start <= node.range[0]) return;
    isGiven ||= findVariable(tree, node)?.defs.some(({ node: home }) => contains(method, home)) === true;
  });
  return !isGiven;
}

/** Whether a request is sent, or its path written, in a function. */
function isPartOf(found: FoundRequest, tree: Tree, node: Node): boolean {
  if (found.tree === tree && contains(node, found.node)) return true;
  return pathLiterals(found).some((place) => place.file === tree.file && isWithin(place, node.range));
}

function isWithin({ start, end }: Place, [from, to]: readonly [number, number]): boolean {
  return from <= start && end <= to;
}
