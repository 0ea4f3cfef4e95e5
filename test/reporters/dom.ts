import { createRequire } from 'node:module';

/** What the tests ask of an element. The types of the browser are not loaded: they are for programs in one. */
export interface Element {
  readonly nodeName: string;
  readonly textContent: string;
  readonly children: ArrayLike<Element>;
  readonly hidden: boolean;
  readonly getAttribute: (name: string) => string | null;
  readonly closest: (selector: string) => Element | null;
  readonly querySelector: (selector: string) => Element | null;
  readonly querySelectorAll: (selector: string) => Iterable<Element>;
}

interface Library {
  readonly JSDOM: new (
    text: string,
    options?: { readonly contentType?: string },
  ) => { readonly window: { readonly document: Element } };
}

const { JSDOM } = createRequire(import.meta.url)('jsdom') as Library;

/** Reads a page as a browser does, and runs nothing in it. */
export function readHtml(text: string): Element {
  return new JSDOM(text).window.document;
}

/** @throws if it is no XML */
export function readXml(text: string): Element {
  return new JSDOM(text, { contentType: 'text/xml' }).window.document;
}

export function findAll(root: Element, selector: string): Element[] {
  return [...root.querySelectorAll(selector)];
}
