import type { Entity } from '../../http/answers.js';
import { delivered } from './answer.js';
import type { Answer } from './answer.js';
import { ancestorsOf, contains, isFunction, sourceOf } from '../syntax/tree.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';

// What GitLab delivers to webhooks: https://docs.gitlab.com/ee/user/project/integrations/webhook_events.html

/** A webhook's payload says by `object_kind` what its `object_attributes` are. */
export function readWebhook(tree: Tree, node: Node): Answer | null {
  const [kind, ...others] = kindsAround(tree, node);
  if (others.length > 0) return null;
  const entity: Entity | null = kind === 'merge_request' ? 'merge request' : kind === 'issue' ? 'issue' : null;
  return entity === null ? null : { ...delivered, entity };
}

/** The kinds of webhooks that the function around a place tells apart, or else one around that, in its own code. */
function kindsAround(tree: Tree, node: Node): string[] {
  const [owner, ...outer] = functionsAround(tree, node);
  if (owner === undefined) return kindsIn(tree.text);
  const texts = [sourceOf(tree, owner), ...outer.map((each) => ownCode(tree, each))];
  return texts.map(kindsIn).find((kinds) => kinds.length > 0) ?? [];
}

function functionsAround(tree: Tree, node: Node): FunctionNode[] {
  return [...ancestorsOf(tree, node)].filter(isFunction);
}

/** What stands in a function and in none of those in it. */
function ownCode(tree: Tree, owner: FunctionNode): string {
  const inner = tree.functions.filter((each) => each !== owner && contains(owner, each));
  let code = '';
  let at = owner.range[0];
  for (const { range } of inner.toSorted((one, other) => one.range[0] - other.range[0])) {
    code += tree.text.slice(at, Math.max(at, range[0]));
    at = Math.max(at, range[1]);
  }
  return code + tree.text.slice(at, owner.range[1]);
}

/** By the payload's `object_kind`, and by the header `X-Gitlab-Event`: `Merge Request Hook`. */
function kindsIn(text: string): string[] {
  const named = Array.from(
    text.matchAll(/object_kind['"\]]*\s*(?:[!=]==?|:)\s*['"](\w+)['"]/g),
    ([, kind = '']) => kind,
  );
  const titled = Array.from(text.matchAll(/['"`]([A-Z]\w+(?: [A-Z]\w+)*) Hook['"`]/g), ([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '_'),
  );
  return [...new Set([...named, ...titled])];
}
