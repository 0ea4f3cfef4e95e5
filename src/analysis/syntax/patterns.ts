import { createRequire } from 'node:module';
import type * as Regexpp from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';

/**
 * What is written in a regular expression, with a star for whatever is not: `/builds/*` of `^\/builds\/(\d+)$`; the
 * stars around it left away. One text for each alternative, none for a pattern that is no ECMAScript.
 *
 * @param source what stands between the slashes
 */
export function textsOfPattern(source: string): string[] {
  const pattern = parse(source);
  return pattern === null
    ? []
    : pattern.alternatives.map((one) =>
        textOf(one)
          .replaceAll(/\*+/g, '*')
          .replaceAll(/^\*|\*$/g, ''),
      );
}

let parser: Regexpp.RegExpParser | null = null;

/** Loaded at its first use, which most runs do not come to. */
function loadParser(): Regexpp.RegExpParser {
  const { RegExpParser } = createRequire(import.meta.url)('@eslint-community/regexpp') as typeof Regexpp;
  return new RegExpParser();
}

function parse(source: string): AST.Pattern | null {
  parser ??= loadParser();
  try {
    return parser.parsePattern(source);
  } catch {
    return null;
  }
}

/** A group of one alternative is what stands in it; what may be missing, or repeats, is not written. */
function textOf({ elements }: AST.Alternative): string {
  return elements.map(textOfElement).join('');
}

function textOfElement(element: AST.Element): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'Group':
    case 'CapturingGroup':
      return textOfAlternatives(element.alternatives);
    case 'Assertion':
      return element.kind === 'lookahead' && !element.negate ? textOfAlternatives(element.alternatives) : '';
    default:
      return '*';
  }
}

function textOfAlternatives([first, second]: readonly AST.Alternative[]): string {
  return first === undefined || second !== undefined ? '*' : textOf(first);
}
