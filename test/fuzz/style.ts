import type { Choices } from './choices.js';

/** How a program is written, whatever it does. */
export interface Style {
  readonly language: 'CommonJS' | 'ES module' | 'TypeScript';
  readonly quote: "'" | '"' | '`';
  readonly newline: '\n' | '\r\n';
  readonly semicolon: ';' | '';
  readonly mark: '' | '\uFEFF';
  /** A comment that stands where the eye does not expect it. */
  readonly comment: string;
  readonly keyword: 'const' | 'let' | 'var';
}

export function chooseStyle(choices: Choices): Style {
  return {
    language: choices.pick(['CommonJS', 'ES module', 'TypeScript']),
    quote: choices.pick(["'", '"', '`']),
    newline: choices.oneIn(5) ? '\r\n' : '\n',
    semicolon: choices.oneIn(4) ? '' : ';',
    mark: choices.oneIn(12) ? '\uFEFF' : '',
    comment: choices.pick(['', '', '/* https://old.example.com/api/v3/projects/owned */ ', '/* ü 🦊 */ ']),
    keyword: choices.pick(['const', 'let', 'var']),
  };
}

/** A string literal. */
export function quoteText({ quote }: Style, text: string): string {
  const escaped = text.replace(/\\/g, '\\\\').replaceAll(quote, `\\${quote}`);
  return quote + (quote === '`' ? escaped.replaceAll('${', '\\${') : escaped) + quote;
}

/** A declaration; nobody assigns to it again. */
export function declare({ keyword, semicolon }: Style, name: string, code: string): string {
  return `${keyword} ${name} = ${code}${semicolon}`;
}

/** A parameter's name, with its type where types are written. */
export function typed({ language }: Style, name: string, type: string): string {
  return language === 'TypeScript' ? `${name}: ${type}` : name;
}

/** Brings a module's export into scope under a name. */
export function importNamed({ language, semicolon, ...style }: Style, name: string, from: string): string {
  const specifier = quoteText({ ...style, language, semicolon, quote: "'" }, from);
  return language === 'CommonJS'
    ? `const { ${name} } = require(${specifier})${semicolon}`
    : `import { ${name} } from ${specifier}${semicolon}`;
}

/** Brings all exports of a module into scope, under one name. */
export function importAll({ language, semicolon }: Style, name: string, from: string): string {
  return language === 'CommonJS'
    ? `const ${name} = require('${from}')${semicolon}`
    : `import * as ${name} from '${from}'${semicolon}`;
}

/** Says that a module exports one value. */
export function exportDefault({ language, semicolon }: Style, code: string): string {
  return language === 'CommonJS' ? `module.exports = ${code}${semicolon}` : `export default ${code}${semicolon}`;
}

/** Says that a module exports what another one does. */
export function passOn({ language, semicolon }: Style, name: string, from: string): string {
  return language === 'CommonJS'
    ? `module.exports = { ...require('${from}') }${semicolon}`
    : `export { ${name} } from '${from}'${semicolon}`;
}

export function importDefault({ language, semicolon }: Style, name: string, from: string): string {
  return language === 'CommonJS'
    ? `const ${name} = require('${from}')${semicolon}`
    : `import ${name} from '${from}'${semicolon}`;
}

/** Says that a module exports names that it declares. */
export function exportNamed({ language, semicolon }: Style, names: readonly string[]): string {
  return language === 'CommonJS'
    ? `module.exports = { ${names.join(', ')} }${semicolon}`
    : `export { ${names.join(', ')} }${semicolon}`;
}
