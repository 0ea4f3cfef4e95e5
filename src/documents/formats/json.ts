/** https://www.rfc-editor.org/rfc/rfc8259, with comments */
import type { Node } from 'jsonc-parser';
import { emptyDocument, joinDocuments } from '../document.js';
import type { Reader } from '../document.js';
import { listStrings, memberOf, parseJson, stringOf } from '../json.js';
import { findProxies } from '../proxies.js';
import { findSettings, mayHoldAddress } from '../settings.js';
import { readHar } from './har.js';
import { readScripts } from './package-json.js';
import { readCollection } from './postman.js';

/** Settings, scripts of a package, a collection of Postman or recorded requests: what is in it tells. */
export const read: Reader = (file, text) => {
  const parsed = parseJson(text);
  if ('message' in parsed) return emptyDocument;
  const { root } = parsed;
  const proxies = { ...emptyDocument, requests: findProxies(file, text, root) };
  if (/(?:^|\/)package\.json$/.test(file)) return joinDocuments([readScripts(file, text, root), proxies]);
  if (stringOf(memberOf(memberOf(root, 'info'), 'schema'))?.includes('postman') === true)
    return readCollection(file, root);
  if (memberOf(memberOf(root, 'log'), 'entries') !== null) return readHar(file, root);
  const settings = { ...emptyDocument, requests: findSettings(listStrings(file, root, providerOf(root))) };
  return mayHoldAddress(text) ? joinDocuments([settings, proxies]) : emptyDocument;
};

/** Whose API a contract is about: https://github.com/pact-foundation/pact-specification */
function providerOf(root: Node | null): string[] {
  const name = stringOf(memberOf(memberOf(root, 'provider'), 'name'));
  return name === null ? [] : [name];
}
