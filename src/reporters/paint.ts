import { styleText } from 'node:util';

/** What a piece of text is, for a terminal to show: names of Node's `styleText`. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Gives a text the look of what it is, or leaves it. */
export type Paint = (style: Style, text: string) => string;

/** For pipes, files, and terminals without colours. */
export const plain: Paint = (_style, text) => text;

/** Whether anybody wants colours is for the caller to know, who knows where the text goes. */
export const colored: Paint = (style, text) => styleText(style, text, { validateStream: false });
