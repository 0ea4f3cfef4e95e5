import type { Node } from '../syntax/tree.js';

/** What many requests ask of the same node is found out once. */
export function once<Answer>(): (node: Node, find: () => Answer) => Answer {
  const known = new WeakMap<Node, { readonly answer: Answer }>();
  return (node, find) => {
    const answer = known.get(node)?.answer ?? find();
    known.set(node, { answer });
    return answer;
  };
}
