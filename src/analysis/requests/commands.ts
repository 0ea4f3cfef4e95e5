import { known, lengthOf, slice } from '../../http/text.js';
import type { Text } from '../../http/text.js';

/** A request that a command of a shell sends. */
export interface Command {
  readonly method: Text;
  readonly address: Text;
  /** Not between quotes of the shell, whose signs `&` and `?` would be. */
  readonly bare: boolean;
  readonly body: boolean;
  readonly headers: readonly string[];
}

const hole = '\uE000';
const sender = /(?:^|[\s;&|(/])(?:curl|wget)\s/;
/** Behind a scheme or a hole; what else stands before the version is a host, or the name that one is filled in for: `$HOST`, `%s`, `{{host}}`. */
const address =
  /(['"]?)((?:https?:\/\/|\uE000(?=\/)|(?:[\w.:-]+|%\w|\$\{?\w+\}?|\{{1,2}\w*\}{1,2})(?=\/api\/v[34]\b))[^\s'"]*)(['"]?)/;
const method = /\s(?:-X|--request|--method)[\s=]*['"]?([A-Za-z]+|\uE000)/;
const header = /\s(?:-H|--header)[\s=]*(['"])(.*?)\1/g;
const body = /\s(?:-d|--data[\w-]*|-F|--form[\w-]*|--post-data|--body-data|-T|--upload-file)\b/;

/**
 * The request of a command for curl or wget (https://curl.se/docs/manpage.html): `curl -X DELETE "https://…"`. Null for
 * other text, and for a command without an address in sight.
 */
export function readCommand(text: Text): Command | null {
  const units = text.map((piece) => (piece.kind === 'known' ? piece.text : hole)).join('');
  const found = isCommand(units) ? address.exec(units) : null;
  if (found === null) return null;
  const [, opening = '', written = '', closing] = found;
  const start = found.index + opening.length;
  return {
    method: readMethod(text, units),
    address: slice(text, start, start + written.length),
    bare: opening === '' || opening !== closing,
    body: body.test(units),
    headers: [...units.matchAll(header)].map(([, , said = '']) => said),
  };
}

/** Whether a text calls curl or wget. */
export function isCommand(text: string): boolean {
  return sender.test(text);
}

/** The method has no place: the shell's flag goes together with others. */
function readMethod(text: Text, units: string): Text {
  const said = method.exec(units);
  if (said !== null) {
    const end = said.index + said[0].length;
    return said[1] === hole
      ? slice(text, end - 1, Math.min(end, lengthOf(text)))
      : known((said[1] ?? '').toUpperCase());
  }
  if (/\s(?:-I|--head|--spider)\b/.test(units)) return known('HEAD');
  return known(body.test(units) && !/\s(?:-G|--get)\b/.test(units) ? 'POST' : 'GET');
}
