import type { AndOr, Case, If, SyntaxNode } from 'unbash';
import type { Version } from '../../http/request.js';
import type { Place } from '../../http/text.js';
import type { DocumentRequest } from '../document.js';
import { placeIn } from '../excerpt.js';
import type { Excerpt } from '../excerpt.js';

// Code that asks which version it is to speak: `if [ "$API_VERSION" = v3 ]; then … else … fi`, `case $API in v3) …`

/** Commands that run for one of the versions. */
export interface Arm {
  readonly place: Place;
  readonly version: Version;
}

/** The arms that a node parts its commands into. */
export function armsOf(node: SyntaxNode, excerpt: Excerpt): Arm[] {
  return rangesOf(node, excerpt.text).map(({ pos, end, version }) => ({ place: placeIn(excerpt, pos, end), version }));
}

function rangesOf(node: SyntaxNode, text: string): Range[] {
  switch (node.type) {
    case 'If':
      return armsOfIf(node, text);
    case 'Case':
      return armsOfCase(node, text);
    case 'AndOr':
      return armsOfList(node, text);
    default:
      return [];
  }
}

interface Range {
  readonly pos: number;
  readonly end: number;
  readonly version: Version;
}

function armsOfIf({ clause, then, elif, else: otherwise }: If, text: string): Range[] {
  const tests = [{ clause, then }, ...elif].map((one) => ({ ...one, tested: testedIn(sourceOf(one.clause, text)) }));
  const arms = tests.flatMap((one) => (one.tested === null ? [] : [toRange(one.then, one.tested.version)]));
  const [first, ...others] = tests.map(({ tested }) => tested);
  const isChoice = otherwise !== undefined && first?.isAll === true && others.length === 0;
  return isChoice ? [...arms, toRange(otherwise, otherOf(first.version))] : arms;
}

function armsOfCase({ word, items }: Case, text: string): Range[] {
  if (otherThing.test(sourceOf(word, text))) return [];
  const isVersion = versionName.test(sourceOf(word, text));
  const versions = items.map(({ pattern }) => {
    const [version, ...others] = new Set(pattern.map((one) => versionIn(sourceOf(one, text), isVersion)));
    return others.length === 0 ? (version ?? null) : null;
  });
  const [named, ...others] = versions.filter((version) => version !== null);
  return items.flatMap(({ pattern, body }, index) => {
    const isRest = pattern.some((one) => sourceOf(one, text) === '*') && named !== undefined && others.length === 0;
    const version = versions[index] ?? (isRest ? otherOf(named) : null);
    return version === null ? [] : [toRange(body, version)];
  });
}

/** `[ "$V" = v3 ] && curl … || curl …` */
function armsOfList({ commands: [test, ...commands], operators }: AndOr, text: string): Range[] {
  const tested = test === undefined ? null : testedIn(sourceOf(test, text));
  if (tested === null) return [];
  return commands.flatMap((command, index) => {
    const last = operators.slice(0, index).every((one) => one === '&&') ? operators[index] : undefined;
    if (last === undefined) return [];
    return [toRange(command, last === '&&' ? tested.version : otherOf(tested.version))];
  });
}

interface Tested {
  readonly version: Version;
  /** Nothing else is tested: what fails is the other version. */
  readonly isAll: boolean;
}

/** What a variable is called that may hold no more of the version than its number. */
const versionName = /(?:api|gitlab|gl)\w*v(?:er(?:sion)?)?\}?["']?$|\$\{?(?:v|ver|version|api)\}?["']?$/i;
/** Programs that have a third version too. */
const otherThing = /helm|python|node|compose|terraform|\btf_|docker|php|java|kube|k8s|perl|ruby/i;
const equality = /(?<left>\S+)\s+(?<operator>==?|=~|-eq|!=|-ne|-l[te]|-g[te])\s+(?<right>\S+)/;

/** The version that a condition asks for; null if it asks for something else, or for one of several things. */
function testedIn(condition: string): Tested | null {
  const { left = '', operator = '', right = '' } = equality.exec(condition)?.groups ?? {};
  if (/\|\||\s-o\s/.test(condition) || otherThing.test(`${left} ${right}`)) return null;
  const isVersion = versionName.test(left) || versionName.test(right);
  const version = versionIn(right, isVersion) ?? versionIn(left, isVersion);
  if (version === null) return null;
  const isAll = !/&&|\s-a\s|[;\n]\s*\S/.test(condition.trim());
  const isOther = /^\s*!\s/.test(condition) !== isReversed(operator, version);
  return { version: isOther ? otherOf(version) : version, isAll };
}

/** Of numbers, `-lt 4` is 3, and `-gt 3` is 4. */
function isReversed(operator: string, version: Version): boolean {
  if (operator === '-lt') return version === 'v4';
  if (operator === '-gt') return version === 'v3';
  return operator === '!=' || operator === '-ne';
}

/** @param isVersion whether a number alone is one, by what it is compared with */
function versionIn(word: string, isVersion: boolean): Version | null {
  const found = /^["'^*]*\/?(?:api\/)?(v?)([34])[*$"'\])]*;?$/i.exec(word);
  if (found === null || (found[1] === '' && !isVersion)) return null;
  return found[2] === '3' ? 'v3' : 'v4';
}

function otherOf(version: Version): Version {
  return version === 'v3' ? 'v4' : 'v3';
}

function toRange({ pos, end }: { readonly pos: number; readonly end: number }, version: Version): Range {
  return { pos, end, version };
}

function sourceOf({ pos, end }: { readonly pos: number; readonly end: number }, text: string): string {
  return text.slice(pos, end);
}

/**
 * Requests that a script sends for one of two versions are left alone: those of the arm of v3, and what is sent to v3 by the
 * other one while the variable has its default. So are those behind a base that is set in such an arm.
 */
export function withGuards(requests: readonly DocumentRequest[], arms: readonly Arm[]): readonly DocumentRequest[] {
  if (arms.length === 0) return requests;
  return requests.map((one) => {
    const commands = [one.place, ...one.calls];
    const isGuarded = [...commands, ...basesOf(one)].some((place) => isOfVersion(place, one, arms));
    return isGuarded ? { ...one, guarded: true } : one;
  });
}

function isOfVersion(place: Place, { request: { version } }: DocumentRequest, arms: readonly Arm[]): boolean {
  const around = arms.filter((arm) => arm.place.start <= place.start && place.end <= arm.place.end);
  const [inner] = around.toSorted((one, other) => other.place.start - one.place.start);
  return inner !== undefined && (inner.version === 'v3' ? version !== 'v4' : version === 'v3');
}

function basesOf({ request: { base } }: DocumentRequest): Place[] {
  return base.flatMap((piece) => (piece.kind === 'known' && piece.source !== null ? [piece.source] : []));
}
