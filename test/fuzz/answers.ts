import { writeFunction } from './calls.js';
import type { Choices } from './choices.js';
import { declare, quoteText, typed } from './style.js';
import type { Style } from './style.js';
import { writeText } from './texts.js';
import type { Piece } from './texts.js';
import { headers } from './work.js';
import type { Layout, Work } from './work.js';

// Programs that ask for a list, and for what hangs on what it answers

/** A kind of thing that the service has a list of. */
interface Thing {
  readonly name: string;
  readonly list: string;
  /** What is done with one of them, with `*` for its id. */
  readonly acts: readonly [Act, ...Act[]];
  /** Fields that say yes in v3's answer. */
  readonly fields: readonly string[];
}

interface Act {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const issue: Thing = {
  name: 'issue',
  list: '/projects/42/issues',
  acts: [
    { method: 'PUT', path: '/projects/42/issues/*', body: "{ state_event: 'close' }" },
    { method: 'GET', path: '/projects/42/issues/*/notes' },
    { method: 'POST', path: '/projects/42/issues/*/notes', body: "{ body: 'seen' }" },
    { method: 'DELETE', path: '/projects/42/issues/*' },
  ],
  fields: ['confidential'],
};

const mergeRequest: Thing = {
  name: 'mergeRequest',
  list: '/projects/42/merge_requests',
  acts: [
    { method: 'PUT', path: '/projects/42/merge_requests/*/merge' },
    { method: 'GET', path: '/projects/42/merge_request/*/changes' },
    { method: 'POST', path: '/projects/42/merge_requests/*/notes', body: "{ body: 'seen' }" },
    { method: 'GET', path: '/projects/42/merge_requests/*' },
  ],
  fields: ['merge_when_build_succeeds'],
};

const project: Thing = {
  name: 'project',
  list: '/projects/owned',
  acts: [
    { method: 'GET', path: '/projects/*/members' },
    { method: 'DELETE', path: '/projects/*/star' },
    { method: 'GET', path: '/projects/*/builds' },
  ],
  fields: ['builds_enabled', 'only_allow_merge_if_build_succeeds', 'public'],
};

const milestone: Thing = {
  name: 'milestone',
  list: '/projects/42/milestones',
  acts: [{ method: 'GET', path: '/projects/42/milestones/*/issues' }],
  fields: [],
};

/** The internal number of each id in the answers. */
export const iids: Readonly<Record<string, string>> = { 1001: '11', 2001: '21' };

const issues = [{ id: 1001, iid: 11, project_id: 42, title: 'a', state: 'opened', confidential: true }];
const requests = { id: 2001, iid: 21, project_id: 42, title: 'a', state: 'opened' };
const projects = { id: 3001, title: 'a', state: 'opened', visibility_level: 20 };

/** What the service answers, each version in its own words. */
export const answers: Readonly<Record<string, unknown>> = {
  'GET /projects/42/issues': issues,
  'GET /projects/42/milestones': [{ id: 4001, iid: 41, project_id: 42, title: 'a', state: 'opened' }],
  'GET /api/v3/projects/42/merge_requests': [{ ...requests, merge_when_build_succeeds: true }],
  'GET /api/v4/projects/42/merge_requests': [{ ...requests, merge_when_pipeline_succeeds: true }],
  'GET /api/v3/projects/owned': [
    { ...projects, builds_enabled: true, only_allow_merge_if_build_succeeds: true, public: true },
  ],
  'GET /api/v4/projects': [
    { ...projects, jobs_enabled: true, only_allow_merge_if_pipeline_succeeds: true, visibility: 'public' },
  ],
};

/** Asks for the list, and acts on what is in it. */
export const answering: Layout = {
  kind: 'answers',
  isApart: false,
  write: (work) => {
    const { style, client, choices } = work;
    const thing = choices.pick([issue, mergeRequest, project, milestone]);
    const act = choices.pick(thing.acts);
    const sender = client.readsAny && choices.oneIn(2) ? wrapReading(work) : readDirectly(work);
    const asking = { method: 'GET', path: thing.list };
    const list = { read: sender.read(asking), promise: sender.promise(asking) };
    const acting = writeActing(work, thing, (id) => sender.send(act, id));
    const { declarations, statements } = writeStory(work, thing, list, acting.call);
    return {
      files: { main: [...client.setup(style), ...sender.lines], others: [] },
      calls: { declarations: [...acting.declarations, ...declarations], statements },
      sends: 2,
    };
  },
};

/** What sends, and what gives the body of the answer. */
interface Sender {
  readonly lines: readonly string[];
  readonly send: (act: Act, id: string | null) => string;
  readonly read: (act: Act) => string;
  /** A promise of what `read` gives. */
  readonly promise: (act: Act) => string;
}

function readDirectly(work: Work): Sender {
  const { style, client, choices, base } = work;
  const send = ({ method, path, body }: Act, id: string | null): string =>
    client.send(
      style,
      { method, url: writePath(work, path, id, base.pieces), query: null, body: body ?? null, headers },
      choices,
    );
  const answer = typed(style, 'answer', 'any');
  return {
    lines: [],
    send,
    read: (act) => client.read(send(act, null)),
    promise: (act) => `${send(act, null)}.then((${answer}) => ${client.body('answer')})`,
  };
}

/** A function that sends whatever it is given, and gives the body. */
function wrapReading(work: Work): Sender {
  const { style, client, choices, base } = work;
  const url = writeText(style, [...base.pieces, { code: 'path' }], choices);
  const sent = client.sendAny(style, { method: 'method', url, query: 'query', body: 'body', headers });
  const parameters = [typed(style, 'method', 'any'), typed(style, 'path', 'any')].join(', ');
  const others = style.language === 'TypeScript' ? 'query?: any, body?: any' : 'query, body';
  const send = ({ method, path, body }: Act, id: string | null): string =>
    `ask(${[quoteText(style, method), writePath(work, path, id, []), ...(body === undefined ? [] : ['undefined', body])].join(', ')})`;
  return {
    lines: [`async function ask(${parameters}, ${others}) {`, `  return ${client.read(sent)}${style.semicolon}`, '}'],
    send,
    read: (act) => `(await ${send(act, null)})`,
    promise: (act) => send(act, null),
  };
}

function writePath({ style, choices }: Work, path: string, id: string | null, base: readonly Piece[]): string {
  const [start = '', end] = path.split('*');
  const value = id === null ? [] : [{ code: choices.pick([id, id, `String(${id})`, `encodeURIComponent(${id})`]) }];
  return writeText(style, [...base, { text: start }, ...value, ...(end === undefined ? [] : [{ text: end }])], choices);
}

/** A promise of what is sent to one of them, given the expression of its id. */
function writeActing(
  work: Work,
  { name }: Thing,
  send: (id: string) => string,
): { readonly declarations: readonly string[]; readonly call: (thing: string) => string } {
  const { style, choices } = work;
  const how = choices.pick(['there', 'id', 'thing', 'taken', 'behind another', 'renamed'] as const);
  const declareAct = (parameter: string, id: string, before: readonly string[] = []): readonly string[] =>
    writeFunction(
      work,
      'act',
      [{ name: parameter, code: '', type: 'any' }],
      [...before, `return ${send(id)}${style.semicolon}`],
    );
  if (how === 'id') return { declarations: declareAct('id', 'id'), call: (thing) => `act(${thing}.id)` };
  if (how === 'thing') return { declarations: declareAct(name, `${name}.id`), call: (thing) => `act(${thing})` };
  if (how === 'taken') return { declarations: declareAct('{ id }', 'id'), call: (thing) => `act(${thing})` };
  if (how === 'renamed')
    return {
      declarations: declareAct(name, 'own', [`const { id: own } = ${name}${style.semicolon}`]),
      call: (thing) => `act(${thing})`,
    };
  if (how === 'behind another')
    return {
      declarations: [
        ...declareAct('id', 'id'),
        ...writeFunction(
          work,
          'actLater',
          [{ name, code: '', type: 'any' }],
          [`return act(${name}['id'])${style.semicolon}`],
        ),
      ],
      call: (thing) => `actLater(${thing})`,
    };
  return { declarations: [], call: (thing) => send(`${thing}.id`) };
}

/** How one of the list gets to where it is acted on. */
function writeStory(
  { style, choices }: Work,
  { name, fields }: Thing,
  { read: list, promise }: { readonly read: string; readonly promise: string },
  act: (thing: string) => string,
): { readonly declarations: readonly string[]; readonly statements: readonly string[] } {
  const { semicolon: end } = style;
  const one = (statements: readonly string[], declarations: readonly string[] = []) => ({ declarations, statements });
  const all = declare(style, typed(style, 'all', 'any'), list);
  const acted = `await ${act(name)}${end}`;
  const each = typed(style, 'each', 'any');
  const asked = writeQuestion(style, choices, name, fields);
  switch (
    choices.pick([
      'loop',
      'first',
      'taken',
      'index',
      'found',
      'filtered',
      'together',
      'copy',
      'listed',
      'kept',
      'object',
      'round',
      'method',
      'then',
      'then each',
      'then alone',
    ] as const)
  ) {
    case 'first':
      return one([all, declare(style, name, 'all[0]'), asked(acted)]);
    case 'taken':
      return one([`const [${name}] = ${list}${end}`, asked(acted)]);
    case 'index':
      return one([all, `for (let at = 0; at < all.length; at += 1) await ${act('all[at]')}${end}`]);
    case 'found':
      return one([
        all,
        declare(style, name, `all.find((${each}) => each.state === ${quoteText(style, 'opened')})`),
        asked(acted),
      ]);
    case 'filtered':
      return one([
        all,
        `for (const ${name} of all.filter((${each}) => each.title !== ${quoteText(style, '')})) {`,
        `  ${asked(acted)}`,
        '}',
      ]);
    case 'together':
      return one([all, `await Promise.all(all.map((${typed(style, name, 'any')}) => ${act(name)}))${end}`]);
    case 'copy':
      return one([all, declare(style, name, `{ ...all[0], seen: true }`), asked(acted)]);
    case 'listed':
      return one(
        [declare(style, name, '(await list())[0]'), asked(acted)],
        ['async function list() {', `  return ${list}${end}`, '}'],
      );
    case 'kept':
      return one(
        [`await load()${end}`, `await ${act('current')}${end}`],
        [
          `let ${typed(style, 'current', 'any')} = null${end}`,
          'async function load() {',
          `  ${all}`,
          `  current = all[0]${end}`,
          '}',
        ],
      );
    case 'object':
      return one([all, declare(style, 'wanted', `{ ${name}: all[0] }`), `await ${act(`wanted.${name}`)}${end}`]);
    case 'round':
      return one([all, declare(style, name, 'JSON.parse(JSON.stringify(all[0]))'), asked(acted)]);
    case 'method':
      return one(
        [declare(style, 'desk', 'new Desk()'), `await desk.load()${end}`, `await desk.go()${end}`],
        [
          'class Desk {',
          ...(style.language === 'TypeScript' ? ['  one: any;'] : []),
          `  async load() { ${all}${end === '' ? ';' : ''} this.one = all[0]${end} }`,
          `  async go() { await ${act('this.one')}${end} }`,
          '}',
        ],
      );
    case 'then':
      return one([
        `await ${promise}.then((${typed(style, 'all', 'any')}) => Promise.all(all.map((${typed(style, name, 'any')}) => ${act(name)})))${end}`,
      ]);
    case 'then each':
      return one([
        `await ${promise}.then(async (${typed(style, 'all', 'any')}) => {`,
        `  for (const ${name} of all) ${asked(acted)}`,
        `})${end}`,
      ]);
    case 'then alone':
      return one([`await ${promise}.then((${typed(style, `[${name}]`, 'any')}) => ${act(name)})${end}`]);
    default:
      return one([`for (const ${name} of ${list}) {`, `  ${asked(acted)}`, '}']);
  }
}

/** Acts if a field says yes, or whatever it says. */
function writeQuestion(
  style: Style,
  choices: Choices,
  name: string,
  fields: readonly string[],
): (statement: string) => string {
  const field = fields[choices.below(fields.length + 1)];
  if (field === undefined) return (statement) => statement;
  const isMember = choices.oneIn(2);
  return (statement) =>
    isMember
      ? `if (${name}.${field}) ${statement}`
      : `{ const { ${field}: says } = ${name}${style.semicolon || ';'} if (says) ${statement} }`;
}
