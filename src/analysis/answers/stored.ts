import type { TSESTree } from '@typescript-eslint/types';
import { evaluate } from '../evaluate.js';
import { calleeName, nameOfKey, unwrap } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import type { Answer, Context } from './answer.js';
import { callsNamed, textOf } from './gifts.js';
import type { Gift } from './gifts.js';
import { agreeOnGifts } from './held.js';

// What a program writes to a file and reads again: https://nodejs.org/api/fs.html, https://github.com/jprichardson/node-fs-extra

const reading = /^(?:(?:read|load)(?:File|Json|JSON|JsonFile)(?:Sync)?)$/;
const writing = ['File', 'Json', 'JSON', 'JsonFile'].flatMap((kind) =>
  [`write${kind}`, `output${kind}`].flatMap((name) => [name, `${name}Sync`]),
);

/** What `readFileSync('projects.json')` gives: whatever is written to a file that is called so. */
export function readStored(context: Context, call: TSESTree.CallExpression): Answer | null {
  const [path] = call.arguments;
  if (!context.kept || path === undefined || !reading.test(calleeName(call))) return null;
  const name = nameOfFile(context, context.tree, path);
  if (name === null) return null;
  const gifts = writing
    .flatMap((each) => callsNamed(context.evaluation, each))
    .flatMap(
      ({
        tree,
        call: {
          arguments: [target, text],
        },
      }): Gift[] =>
        target !== undefined && text !== undefined && nameOfFile(context, tree, target) === name
          ? [{ tree, node: textOf(text) }]
          : [],
    );
  return agreeOnGifts(context, `file ${name}`, gifts);
}

/** The same for `readFile(path, (error, text) => …)`. */
export function readStoredText(context: Context, owner: FunctionNode, index: number): Answer | null {
  const call = context.tree.parents.get(owner);
  const isLast = call?.type === 'CallExpression' && call.arguments.at(-1) === owner;
  return isLast && index === 1 ? readStored(context, call) : null;
}

/** The last part of a path as far as it is in sight, or what the path is called. */
function nameOfFile({ evaluation }: Context, tree: Tree, path: Node): string | null {
  const value = evaluate(evaluation, tree, path, null);
  const last = value.kind === 'text' ? value.text.at(-1) : undefined;
  const name = last?.kind === 'known' ? /[^/\\]+$/.exec(last.text)?.[0] : undefined;
  if (name !== undefined) return name;
  const inner = unwrap(path);
  if (inner.type === 'MemberExpression') return nameOfKey(inner.property, inner.computed);
  return inner.type === 'Identifier' ? inner.name : null;
}
