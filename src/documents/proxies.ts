/** https://webpack.js.org/configuration/dev-server/#devserverproxy, https://angular.dev/tools/cli/serve and https://vite.dev/config/server-options#server-proxy */
import type { Node } from 'jsonc-parser';
import { parseRequest } from '../http/request.js';
import { gitlab } from '../http/service-names.js';
import { search, slice } from '../http/text.js';
import { anyMethod } from './document.js';
import type { DocumentRequest } from './document.js';
import { placeIn, toPlainText } from './excerpt.js';
import { elementsOf, excerptOfString, memberOf, stringOf } from './json.js';

// Prefixes that a development server passes on

const prefix = /^\^?\/api\/v[34](?![\w.-])/;

/**
 * The prefixes that settings pass on to GitLab, `{ "/api/v3": { "target": "https://gitlab…" } }`: what a program sends there
 * moves together with them, and so each is a base that waits for a person.
 */
export function findProxies(file: string, text: string, root: Node | null): DocumentRequest[] {
  const isOfProxy = /prox/i.test(file);
  return recordsIn(root, isOfProxy).flatMap((record) =>
    [...prefixesIn(record), ...contextsOf(record)].flatMap(({ key, target, options }) =>
      isGitLab(target) && !speaksV4(text, options) ? toRequest(file, text, key) : [],
    ),
  );
}

/** A server, by its name, and not its pages. */
function isGitLab(target: string): boolean {
  return /^(?:https?:)?\/\//.test(target) && gitlab.test(target) && !/\/\/(?:docs|about|forum|status)\./.test(target);
}

/** `"pathRewrite": { "^/api/v3": "/api/v4" }`. */
function speaksV4(text: string, { offset, length }: Node): boolean {
  return /\bv4\b/.test(text.slice(offset, offset + length));
}

interface Proxied {
  readonly key: Node;
  readonly target: string;
  /** What is said of the prefix. */
  readonly options: Node;
}

/** The records of settings of a proxy: all of a file of that name, and what stands under such a key. */
function recordsIn(node: Node | null, isOfProxy: boolean): Node[] {
  if (node === null) return [];
  const own = node.type === 'object' && isOfProxy ? [node] : [];
  const isNamed =
    node.type === 'property' && /^(?:prox(?:y|ies)|devServer)$/.test(stringOf(node.children?.[0] ?? null) ?? '');
  return [...own, ...(node.children ?? []).flatMap((child) => recordsIn(child, isOfProxy || isNamed))];
}

/** `"/api/v3": { "target": "https://…" }`, `"/api/v3": "https://…"`. */
function prefixesIn({ children = [] }: Node): Proxied[] {
  return children.flatMap(({ children: [key, value] = [] }) => {
    const target = stringOf(value ?? null) ?? stringOf(memberOf(value, 'target'));
    return key === undefined || value === undefined || target === null || !isPrefix(key)
      ? []
      : [{ key, target, options: value }];
  });
}

/** `{ "context": ["/api/v3"], "target": "https://…" }` */
function contextsOf(record: Node): Proxied[] {
  const [context, target] = [memberOf(record, 'context'), stringOf(memberOf(record, 'target'))];
  if (context === null || target === null) return [];
  return [context, ...elementsOf(context)].filter(isPrefix).map((key) => ({ key, target, options: record }));
}

function isPrefix(node: Node): boolean {
  return prefix.test(stringOf(node) ?? '');
}

function toRequest(file: string, text: string, key: Node): DocumentRequest[] {
  const excerpt = excerptOfString(file, text, key);
  const written = toPlainText(excerpt);
  const found = search(written, /\/api\/v[34]/);
  if (found === null) return [];
  return [
    {
      request: parseRequest([anyMethod], slice(written, found.start, found.end)),
      place: placeIn(excerpt, 0, excerpt.text.length),
      calls: [],
      evidence: ['gitlab'],
      sent: false,
      tail: false,
      reads: [],
      proxied: true,
    },
  ];
}
