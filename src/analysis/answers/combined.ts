import { nameOfKey } from '../syntax/tree.js';
import type { Node } from '../syntax/tree.js';
import { readAnswer } from '../responses.js';
import { settle } from './answer.js';
import type { Answer, Context } from './answer.js';
import { readReturned } from './calls.js';
import { readFromCallback } from './given.js';
import { toElement, toList, toMade } from './made.js';

/*
 * What the functions of the classes of promises give, those of Bluebird and of Q too.
 *
 * http://bluebirdjs.com/docs/api-reference.html, https://github.com/kriskowal/q/wiki/API-Reference
 */

const promiseClasses = /^(?:Promise|Bluebird|BPromise|Q|RSVP|\$q|axios|when)$/;

export function isPromiseClass(node: Node): boolean {
  return node.type === 'Identifier' && promiseClasses.test(node.name);
}

/** What stands in the first argument, once it is there: `Promise.resolve(answer)`. */
const sameAsGiven = /^(?:resolve|when|cast|each|filter|some)$/;
/** The elements or the fields of what is given: `Promise.all([one, other])`, `Promise.props({ one, other })`, `RSVP.hash({ one, other })`, `$q.all({ one, other })`. */
const waitingForAll = /^(?:all|props|hash)$/;
/** What the function gives that is called: `Promise.try(() => load(id))`. */
const calling = /^(?:try|attempt|fcall)$/;

/** `Promise.all([one, other])`, `Promise.resolve(answer)`, `Promise.map(ids, load)`. */
export function readCombined(context: Context, name: string, [first, second]: readonly Node[]): Answer | null {
  if (first === undefined) return null;
  if (waitingForAll.test(name)) return readFields(context, first);
  if (sameAsGiven.test(name)) return readAnswer(context, first);
  if (calling.test(name)) return readReturned(context, first);
  if (name === 'map' || name === 'mapSeries')
    return second === undefined ? null : toList(settle(readReturned(context, second)));
  if (name === 'race' || name === 'any') return settle(toElement(readAnswer(context, first)));
  if (name === 'delay') return second === undefined ? null : readAnswer(context, second);
  if (name === 'fromCallback' || name === 'fromNode') return readFromCallback(context, first);
  if (name !== 'allSettled') return null;
  const of = readAnswer(context, first);
  return of === null ? null : toMade({ kind: 'outcomes', of });
}

/** A record of what is waited for, each under its name. */
function readFields(context: Context, given: Node): Answer | null {
  const answer = settle(readAnswer(context, given));
  if (answer?.made?.kind !== 'record') return answer;
  const { node, context: inner } = answer.made;
  if (node.properties.some(({ type }) => type === 'SpreadElement')) return answer;
  const fields = node.properties.flatMap((property): [string, Answer | null][] => {
    const name = property.type === 'Property' ? nameOfKey(property.key, property.computed) : null;
    return property.type !== 'Property' || name === null ? [] : [[name, settle(readAnswer(inner, property.value))]];
  });
  return toMade({ kind: 'results', home: node, of: new Map(fields) });
}
