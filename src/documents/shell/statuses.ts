import type { Text } from '../../http/text.js';
import { show } from '../../http/text.js';
import type { StatusRead } from '../document.js';
import { placeIn } from '../excerpt.js';
import type { Argument, Scope } from './expand.js';
import type { Site } from './script.js';

/** `-w '%{http_code}'`: curl prints the status (https://curl.se/docs/manpage.html#-w). */
const printing = /%\{(?:http|response)_code\}/;

/** The statuses that a script names, each where it stands next behind a command that prints its own, or before. */
export function readStatuses(words: readonly Argument[], { command }: Site, { script }: Scope): StatusRead[] {
  if (!words.some(({ text }) => prints(text))) return [];
  const { excerpt } = script;
  const named = [...excerpt.text.matchAll(/(?<![\w./:$-])[1-5]\d\d(?![\w./])/g)].filter(
    ({ index }) => index < command.pos || index >= command.end,
  );
  return [...new Set(named.map(([status]) => status))].flatMap((status) => {
    const own = named.filter(([each]) => each === status);
    const nearest = own.find(({ index }) => index >= command.end) ?? own.at(-1);
    return nearest === undefined
      ? []
      : [{ status: Number(status), place: placeIn(excerpt, nearest.index, nearest.index + status.length) }];
  });
}

function prints(text: Text): boolean {
  return printing.test(show(text));
}
