import type { Choices } from './choices.js';
import type { Value } from './requests.js';
import { declare, quoteText, typed } from './style.js';
import type { Style } from './style.js';
import type { WrittenCall } from './work.js';

/** Where a call is being written. */
export interface Scope {
  readonly style: Style;
  readonly choices: Choices;
  /** Whether it stands in a function of its own, which can be given values. */
  readonly isFunction: boolean;
  readonly before: string[];
  readonly given: WrittenCall['given'][number][];
  readonly names: Set<string>;
}

interface Written {
  /** A name that nothing else has. */
  readonly name: string;
  readonly literal: string;
  readonly type: 'string' | 'number';
}

type Way = (scope: Scope, written: Written) => string;

const inFunctions: Readonly<Record<string, Way>> = {
  given({ given }, { name, literal, type }) {
    given.push({ name, code: literal, type: type === 'string' ? 'any' : type });
    return name;
  },
  default({ given }, { name, literal }) {
    given.push({ name, code: 'undefined', type: 'any', fallback: literal });
    return name;
  },
};

const ways: Readonly<Record<string, Way>> = {
  constant({ style, before }, { name, literal }) {
    before.push(declare(style, name, literal));
    return name;
  },
  member({ style, before }, { name, literal }) {
    before.push(declare(style, `${name}Options`, `{ ${name}: ${literal} }`));
    return `${name}Options.${name}`;
  },
  result({ style, before }, { name, literal }) {
    const getter = `get${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    before.push(declare(style, getter, `() => ${literal}`));
    return `${getter}()`;
  },
  taken({ style, before }, { name, literal }) {
    before.push(`const { ${name} } = { ${name}: ${literal} }${style.semicolon}`);
    return name;
  },
  renamed({ style, before }, { name, literal }) {
    before.push(`const { value: ${name} = 'x' } = { value: ${literal} }${style.semicolon}`);
    return name;
  },
  listed({ style, before }, { name, literal }) {
    before.push(`const [, ${name}] = ['unused', ${literal}]${style.semicolon}`);
    return name;
  },
  either({ style, before }, { name, literal }) {
    before.push(declare(style, name, `process.env.NOBODY_SETS_THIS || ${literal}`));
    return name;
  },
  later({ style, before }, { name, literal }) {
    before.push(`let ${typed(style, name, 'any')}${style.semicolon}`, `${name} = ${literal}${style.semicolon}`);
    return name;
  },
  mapped({ style, before }, { name, literal }) {
    before.push(declare(style, `${name}Map`, `new Map([['one', ${literal}]])`));
    return `${name}Map.get('one')`;
  },
  waited({ style, before }, { name, literal }) {
    before.push(declare(style, name, `await Promise.resolve(${literal})`));
    return name;
  },
  static({ style, before }, { name, literal }) {
    before.push(`class ${name}Defaults { static value = ${literal}${style.semicolon} }`);
    return `${name}Defaults.value`;
  },
  passed({ style, before }, { name, literal }) {
    before.push(declare(style, `pass${name}`, `(${typed(style, 'value', 'any')}) => value`));
    return `pass${name}(${literal})`;
  },
};

/** An expression for a value under a name; null if it is to be written where it is used. */
export function writeValue(scope: Scope, value: Value): string | null {
  const all = scope.isFunction ? { ...inFunctions, ...ways } : ways;
  const way = scope.choices.pick([null, null, ...Object.values(all)]);
  if (way === null) return null;
  const literal =
    value.isNumber || /^(?:true|false)$/.test(value.text) ? value.text : quoteText(scope.style, value.text);
  return way(scope, { name: toFreeName(scope, value.name), literal, type: value.isNumber ? 'number' : 'string' });
}

/** Names are declared once in a call. */
export function toFreeName({ names }: Scope, name: string): string {
  const free = names.has(name) ? `${name}${String(names.size)}` : name;
  names.add(free);
  return free;
}
