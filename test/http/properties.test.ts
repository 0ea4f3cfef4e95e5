import { expect, test } from 'vitest';
import { changes } from '../../src/catalogue/index.js';
import { commonRoutes, distinctiveRoutes, v4Routes } from '../../src/catalogue/routes.js';
import type { Request } from '../../src/http/request.js';
import { printAddress } from '../../src/http/request.js';
import { parseRoute } from '../../src/http/route.js';
import { show } from '../../src/http/text.js';
import { translate } from '../../src/http/translate.js';
import { property, symbolic } from './symbolic.js';

/** Every parameter that some row speaks of, with values that are known, odd or out of sight. */
const names = [
  ...changes.flatMap(({ renamed, revalued, removed, added }) =>
    [renamed, revalued, added].flatMap((table) => Object.keys(table ?? {})).concat(removed ?? []),
  ),
  ...['file_path', 'filepath', 'ref', 'branch', 'visibility', 'labels', 'description', 'owned', 'search', '{name}'],
];
const values = ['1', '20', 'true', 'No', 'a%2Fb', 'c+d', 'ä', '{value}', 'x{value}y', '{!value}', ''];
const words = ['42', 'acme%2Fsite', '{id}', 'a-{id}', 'owned', 'search', 'builds', 'keys', 'merge_request'];
const bases = ['', '{base}', '/api/v3', 'https://h/api/v3', '/api/v4', 'https://{h}/api/v4'];

/** The same numbers on every run. */
function* listNumbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const numbers = listNumbers(20_170_322);

function choose<Item>(items: readonly Item[], otherwise: Item): Item {
  return items[Math.floor(numbers.next().value * items.length)] ?? otherwise;
}

function makeRequest(): Request {
  const { methods, tokens } = parseRoute(choose([...commonRoutes, ...distinctiveRoutes, ...v4Routes], 'GET /user'));
  const method = choose([...(methods === 'any' ? [] : methods), '{method}'], 'GET');
  const path = tokens.map((token) => (token.kind === 'literal' ? token.text : choose(words, '1'))).join('/');
  const query = Array.from(
    { length: choose([0, 0, 1, 2, 3], 0) },
    () => `${choose(names, 'a')}=${choose(values, '1')}`,
  );
  const slash = choose(['', '', '/'], '');
  const request = symbolic(
    `${method} ${choose(bases, '')}/${path}${slash}${query.length > 0 ? `?${query.join('&')}` : ''}`,
  );
  const own = choose([0, 0, 1], 0) === 0 ? [] : [property(choose(names, 'a'), choose([...values, null], null), 'body')];
  return {
    ...request,
    parameters: [...request.parameters, ...own],
    unseen: choose([[], [], ['body'], ['query']] as const, []),
  };
}

const requests = Array.from({ length: 4000 }, makeRequest);

function print(request: Request): string {
  const parameters = request.parameters.map(({ name, value }) => `${show(name)}=${show(value ?? [])}`);
  return [show(request.method), show(printAddress(request)), ...parameters].join(' ');
}

function holesOf(request: Request) {
  const texts = [
    request.method,
    request.base,
    ...request.segments.map(({ text }) => text),
    ...request.parameters.flatMap(({ name, value }) => [name, value ?? []]),
  ];
  return texts.flat().filter((piece) => piece.kind === 'hole');
}

test('a second run changes nothing', () => {
  for (const request of requests) {
    const { replacement } = translate(request);
    if (replacement?.version !== 'v4') continue;
    expect(print(translate(replacement).replacement ?? replacement)).toBe(print(replacement));
  }
});

test('a reason is given for whatever is not safe, and for nothing else', () => {
  for (const request of requests) {
    for (const { certainty, reason } of translate(request).steps) expect(reason === null).toBe(certainty === 'safe');
  }
});

test('what is manual in every step leaves the request as it is', () => {
  for (const request of requests) {
    const { steps, replacement } = translate(request);
    if (steps.every(({ before, after }) => before === after)) expect(replacement).toBe(request);
    else expect(replacement).not.toBe(request);
  }
});

/** What a move writes into the query takes the place of a parameter of that name, which v3 did not look at. */
const written = ['owned', 'starred', 'search', 'ref'];

test('a hole is never lost, unless its parameter is taken out or v4 has nothing', () => {
  for (const request of requests.filter(
    ({ parameters }) => !parameters.some(({ name }) => written.includes(show(name))),
  )) {
    const { replacement, steps } = translate(request);
    const isTakenOut = steps.some(({ before, after }) => (after?.parameters.length ?? 0) < before.parameters.length);
    if (replacement === null || isTakenOut) continue;
    const places = holesOf(replacement).map(({ place }) => place);
    for (const hole of holesOf(request)) expect(places).toContain(hole.place);
  }
});

test('steps stand in the order of the catalogue, each once', () => {
  for (const request of requests) {
    const order = translate(request).steps.map(({ change }) => changes.indexOf(change));
    expect(order).toEqual([...new Set(order)].sort((one, other) => one - other));
  }
});

test('a v4 request has no notes, nothing added and no ids in question', () => {
  for (const request of requests.filter(({ version }) => version === 'v4')) {
    const { notes, steps } = translate(request);
    expect(notes).toEqual([]);
    for (const { change, identified } of steps) {
      expect(identified).toBeNull();
      expect(change.moved ?? change.renamed ?? change.revalued ?? change.removed).toBeDefined();
    }
  }
});
