import type { TSESTree } from '@typescript-eslint/types';
import type { Argument } from '../../documents/shell/expand.js';
import type { Sent } from '../../documents/shell/sent.js';
import { parseRequest } from '../../http/request.js';
import type { Text } from '../../http/text.js';
import { evaluate } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';
import { textual } from '../values/texts.js';
import { optionsOf, unknownAt } from '../value.js';
import type { Frame, Value } from '../value.js';
import { ownersOf } from './build-requests.js';
import type { CallNode, FoundRequest } from './found-request.js';
import { findReader } from './programs.js';
import type { Node, Tree } from '../syntax/tree.js';

// Commands that are started with a list of their words: `spawnSync('curl', ['-X', 'DELETE', url])`

interface Spawn {
  readonly call: TSESTree.CallExpression;
  readonly program: string;
  /** The list of its words, and how many of them stand before the first argument. */
  readonly words: Node;
  readonly skipped: number;
}

/** A call that starts such a program: its name is the first argument, or the first word of the list. */
function toSpawn(call: CallNode): Spawn | null {
  const [first, second] = call.arguments;
  if (call.type !== 'CallExpression' || first === undefined) return null;
  if (first.type === 'ArrayExpression') {
    const program = programOf(first.elements[0]);
    return program === null ? null : { call, program, words: first, skipped: 1 };
  }
  const program = second === undefined || second.type === 'SpreadElement' ? null : programOf(first);
  return program === null || second === undefined ? null : { call, program, words: second, skipped: 0 };
}

function programOf(node: Node | null | undefined): string | null {
  if (node?.type !== 'Literal' || typeof node.value !== 'string') return null;
  return findReader(node.value) === null ? null : node.value;
}

/** Whether a call starts a program that sends requests, by the looks of it. */
export function isSpawn(call: CallNode): boolean {
  return toSpawn(call) !== null;
}

/** The requests of the program that a call starts, as it is given its words there. Empty if they are out of sight. */
export function readSpawned(evaluation: Evaluation, tree: Tree, call: CallNode, frame: Frame | null): FoundRequest[] {
  const spawn = toSpawn(call);
  if (spawn === null) return [];
  const read = findReader(spawn.program);
  return formsOf(evaluate(evaluation, tree, spawn.words, frame), spawn, { tree, node: call, frame }).flatMap((words) =>
    (read?.(words, null) ?? []).map((sent) => toFound(sent, spawn.call, tree, frame)),
  );
}

const mostForms = 8;

interface Standing {
  readonly tree: Tree;
  readonly node: Node;
  readonly frame: Frame | null;
}

/** The words that a list may hold: one form for each of the values that any of them may be. */
function formsOf(list: Value, { skipped }: Spawn, at: Standing): readonly (readonly Argument[])[] {
  return optionsOf(list).flatMap((option) => {
    if (option.kind !== 'list') return [];
    const rest: readonly Argument[] = option.open ? [hiddenWord(at)] : [];
    return option.items.slice(skipped).reduce<readonly (readonly Argument[])[]>(
      (forms, item) => {
        const words = optionsOf(item).map((each) => toWord(each, at));
        return forms.flatMap((form) => words.map((word) => [...form, word])).slice(0, mostForms);
      },
      [rest],
    );
  });
}

/** A word is one, whatever it holds: no shell takes it apart. */
function toWord(value: Value, { tree, node, frame }: Standing): Argument {
  const read = textual(value, tree, node, frame);
  const text: Text = read.kind === 'text' ? read.text : [unknownAt(tree, node, frame).hole];
  return { text, place: null, whole: null, hidden: false };
}

function hiddenWord({ tree, node, frame }: Standing): Argument {
  return { text: [unknownAt(tree, node, frame).hole], place: null, whole: null, hidden: true };
}

function toFound(sent: Sent, node: TSESTree.CallExpression, tree: Tree, frame: Frame | null): FoundRequest {
  const parsed = parseRequest(sent.method, sent.address);
  const request = {
    ...parsed,
    parameters: [...parsed.parameters, ...sent.parameters],
    unseen: [...new Set([...parsed.unseen, ...sent.unseen])],
  };
  return {
    request,
    tree,
    node,
    frame,
    sender: null,
    headers: sent.headers.map(describe),
    records: [],
    tail: false,
    chain: [],
    owners: ownersOf(request, []),
    answered: null,
  };
}

function describe(header: Text): string {
  return header.map((piece) => (piece.kind === 'known' ? piece.text : piece.label)).join('');
}
