import type { HereDoc, Redirect } from 'unbash';
import { parseRequest } from '../../http/request.js';
import { slice } from '../../http/text.js';
import type { Piece, Place, Text } from '../../http/text.js';
import { anyMethod } from '../document.js';
import type { DocumentRequest } from '../document.js';
import { evidenceOf } from '../evidence.js';
import { placeIn } from '../excerpt.js';
import { matchAddresses, toAddressPattern } from '../settings.js';
import { expandHereDoc, expandWord } from './expand.js';
import type { Argument, Scope } from './expand.js';
import type { ShellRequests } from './requests.js';
import type { Site } from './script.js';

/** Commands whose words are sentences for people. */
const talkers = /^(?:git|gh|glab|hub|logger|say|notify-send)$/;

interface Writing {
  readonly name: string;
  readonly words: readonly Argument[];
  readonly place: Place;
  /** Whether what it is given is printed, and no more. */
  readonly prints: boolean;
}

/**
 * Addresses that a command writes into a file, or hands to a program that stands in its words: `cat > conf.yml <<EOF`,
 * `python -c '…'`. Who reads them is out of sight, so they are told, and not edited where they stand; a base that a
 * variable gives them waits. So is told a line that is nothing but an address, which the line before it lost.
 */
export function findWritten(site: Site, scope: Scope, { name, words, place, prints }: Writing): ShellRequests {
  const { name: own } = site.command;
  const lost = own?.value.includes('/api/v') === true ? expandWord(own, scope, site) : [];
  const programs = prints || talkers.test(name) ? [] : words.map(({ text }) => text).filter(isProgram);
  const documents = fedBy(site, prints);
  const texts = [...lost, ...programs, ...documents.map((one) => expandHereDoc(one, scope, site))];
  const ranges = [place, ...documents.map(({ body }) => placeIn(scope.script.excerpt, body.pos, body.end))];
  const requests = texts.flatMap(addressesIn).map((address): DocumentRequest => {
    const request = parseRequest([anyMethod], withoutPlaces(address, ranges));
    const evidence = evidenceOf(request, [], scope.holders);
    return { request, place, calls: [], evidence, sent: false, tail: false, reads: [] };
  });
  const isOfVariable = requests.some(({ request }) => request.base.some(hasPlace));
  const reason = `\`${name}\` writes the address, and what is sent there is out of sight`;
  return { requests, unknowns: isOfVariable ? [{ place, reason }] : [] };
}

function hasPlace(piece: Piece): boolean {
  return piece.kind === 'known' && piece.source !== null;
}

/** Other words are addresses as they are. */
function isProgram(text: Text): boolean {
  return /\s/.test(inUnits(text).trim());
}

/** What is only printed is a text for people, unless it goes into a file or to another command. */
function fedBy({ command: { redirects }, piped }: Site, prints: boolean): HereDoc[] {
  const isKept = redirects.some((one) => one.type === 'Redirect' && one.operator.includes('>') && !isStream(one));
  if (prints && !isKept && piped.length === 0) return [];
  return redirects.filter((one): one is HereDoc => one.type === 'HereDoc');
}

/** `>&2`, or what a terminal shows. */
function isStream({ operator, target }: Redirect): boolean {
  return operator.endsWith('&') || /^\/dev\//.test(target?.value ?? '');
}

const hole = '\u0000';

/** A character for each unit, so that what is found in it is found in the text. */
function inUnits(text: Text): string {
  return text.map((piece) => (piece.kind === 'known' ? piece.text : hole)).join('');
}

/** A word begins there, or what a variable gives. */
const address = toAddressPattern(/(?<![^\s'"`])(?=[/\0])/);

function addressesIn(text: Text): Text[] {
  return matchAddresses(inUnits(text), address).map(({ index, found }) => slice(text, index, index + found.length));
}

/** What stands in these ranges has no place to edit; what a variable gives keeps its own. */
function withoutPlaces(text: Text, ranges: readonly Place[]): Text {
  return text.map((piece): Piece => {
    if (piece.kind === 'hole' || piece.source === null) return piece;
    const { start, end } = piece.source;
    const isHere = ranges.some((range) => range.start <= start && end <= range.end);
    return isHere ? { ...piece, source: null } : piece;
  });
}
