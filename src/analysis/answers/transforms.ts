import { calleeName } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';
import { returnsOf } from '../values/returns.js';
import { optionsOf } from '../value.js';
import type { ClientValue, Value } from '../value.js';

// What an option makes of an answer's text

/** Whether an option of a call, or of what its client was made with, makes something else of the answer: `transformResponse`. */
export function isMadeAnew({ client, inherited }: ClientValue, args: readonly Value[]): boolean {
  const names = client.answer?.transforms ?? [];
  return [...inherited.map(({ value }) => value), ...args].flatMap(optionsOf).some(
    (given) =>
      given.kind === 'record' &&
      names.some((name) => {
        const value = given.entries.get(name)?.value;
        return value !== undefined && !isPlain(value);
      }),
  );
}

/** What is there no more than the text, or parses it. */
function isPlain(value: Value): boolean {
  return optionsOf(value).every((option) => {
    switch (option.kind) {
      case 'absent':
        return true;
      case 'list':
        return option.items.every(isPlain);
      case 'external':
        return /parse|fromJson/i.test(option.path.at(-1) ?? '');
      case 'function': {
        const [text] = option.node.params;
        return text?.type === 'Identifier' && returnsOf(option.node).every((each) => isText(each, text.name));
      }
      default:
        return false;
    }
  });
}

/** `text`, `JSON.parse(text)`, `angular.fromJson(text)`, and a choice of these. */
function isText(node: Node, name: string): boolean {
  switch (node.type) {
    case 'Identifier':
      return node.name === name;
    case 'ConditionalExpression':
      return isText(node.consequent, name) && isText(node.alternate, name);
    case 'CallExpression': {
      const [text] = node.arguments;
      return (
        /^(?:parse|fromJson|parseJSON|parseJson)$/.test(calleeName(node)) && text !== undefined && isText(text, name)
      );
    }
    default:
      return false;
  }
}
