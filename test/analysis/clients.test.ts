import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  findCall,
  toMethod,
  type Call,
  type Client,
  type Role,
  type Roles,
} from '../../src/analysis/clients/client.js';
import { clients } from '../../src/analysis/clients/index.js';

const directory = new URL('../../src/analysis/clients/', import.meta.url);
const files = readdirSync(directory).filter((file) => !['client.ts', 'index.ts'].includes(file));

/** client.ts's fields, in its order. */
const paragraphs = [
  'name',
  'documentation',
  'modules',
  'self',
  'globals',
  'injected',
  'types',
  'constructs',
  'requests',
  'calls',
  'creates',
  'actions',
  'options',
  'withBody',
  'methodWithBody',
  'ofPage',
  'ofPrograms',
  'defaults',
  'setsUp',
  'defaultsOf',
  'intercepts',
  'interceptsRequests',
  'interceptsAll',
  'interceptorType',
  'hooks',
  'answerHooks',
  'follows',
  'resumes',
  'answers',
  'mounts',
  'preferredQuery',
  'writesQueryAnew',
  'requiresBody',
  'placeholders',
  'answer',
];

const rolesThatRepeat = new Set<Role>(['options', 'other', 'query-pair', 'body-pair']);

describe.each(clients.map((client) => [client.name, client] as const))('%s', (_, client) => {
  it('cites its documentation', () => {
    expect(client.documentation).toMatch(/^https:\/\/[^\s/]+\/\S*$/);
  });

  it('has its paragraphs in the order of the type', () => {
    const keys = Object.keys(client);
    expect(keys).toEqual(paragraphs.filter((paragraph) => keys.includes(paragraph)));
  });

  it('can be met under some name', () => {
    const { modules, globals = [], injected = [], types = [] } = client;
    expect([...modules, ...globals, ...injected, ...types]).not.toEqual([]);
  });

  it.each(['constructs', 'requests', 'calls', 'creates', 'follows'] as const)(
    'names each member of %s once',
    (list) => {
      const members = namesOf(client[list]);
      expect(members).toEqual([...new Set(members)]);
    },
  );

  it('says of no member both that it sends and that it makes a client', () => {
    expect(namesOf(client.calls).filter((member) => namesOf(client.creates).includes(member))).toEqual([]);
  });

  it('gives every call one address', () => {
    for (const { member, roles } of readings(client.calls))
      expect(addresses(client, roles), `${member}(${roles.join(', ')})`).toBe(1);
    for (const { member, roles } of readings(client.requests))
      expect(addresses(client, roles), `${member}(${roles.join(', ')})`).toBe(1);
  });

  it('knows the method of every call', () => {
    for (const call of client.calls) {
      const saidElsewhere =
        call.method !== undefined ||
        call.anyMethod === true ||
        call.roles.includes('method') ||
        (client.options.method ?? []).length > 0;
      for (const member of call.member.split('|'))
        expect(saidElsewhere || toMethod(member) !== null, member).toBe(true);
    }
  });

  it('writes methods as they are sent', () => {
    for (const { method } of client.calls) if (method !== undefined) expect(toMethod(method)).toBe(method);
  });

  it('gives no role twice', () => {
    for (const { member, roles } of everyReading(client)) {
      const single = roles.filter((role) => !rolesThatRepeat.has(role));
      expect(single, member).toEqual([...new Set(single)]);
    }
  });

  it('has the value of a header behind its name', () => {
    for (const { member, roles } of everyReading(client)) {
      expect(roles.indexOf('header-value'), member).toBe(
        roles.includes('header-name') ? roles.indexOf('header-name') + 1 : -1,
      );
    }
  });

  it('has a short reading only where it is shorter, or says otherwise', () => {
    for (const { member, roles, short } of everyCall(client))
      if (short) expect(short.length, member).toBeLessThan(roles.length);
  });

  it('says what its options are where a call takes them', () => {
    const takesOptions = everyReading(client).some(({ roles }) => roles.some((role) => role.includes('options')));
    expect(Object.keys(client.options).length > 0).toBe(takesOptions || client.actions !== undefined);
  });

  it('takes a POST where it takes a DELETE, with at most a body more', () => {
    const removal = findCall(client.calls, 'delete') ?? findCall(client.calls, 'del');
    const creation = findCall(client.calls, 'post');
    if (!removal || !creation) return;
    expect(withoutBody(creation.roles)).toEqual(withoutBody(removal.roles));
  });
});

describe('the tables together', () => {
  it('are all the files of the directory, one each', () => {
    const index = readFileSync(new URL('index.ts', directory), 'utf8');
    expect(files.filter((file) => !index.includes(`'./${file.replace(/ts$/, 'js')}'`))).toEqual([]);
    expect(clients).toHaveLength(files.length);
  });

  it.each(['modules', 'globals', 'injected', 'types'] as const)('share none of their %s', (key) => {
    const names = clients.flatMap((client) => client[key] ?? []);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('have names of their own', () => {
    expect(new Set(clients.map((client) => client.name)).size).toBe(clients.length);
  });
});

describe('the argument that turning DELETE into POST adds', () => {
  it.each([
    ['axios', ['url', 'options'], ['url', 'body', 'options']],
    ['$http', ['url', 'options'], ['url', 'body', 'options']],
    ['vue-resource', ['url', 'options'], ['url', 'body', 'options']],
    ['Http', ['url', 'options'], ['url', 'body', 'options']],
    ['HttpClient', ['url', 'options'], ['url', 'body', 'options']],
    ['needle', ['url', 'body', 'options', 'other'], ['url', 'body', 'options', 'other']],
    ['superagent', ['url', 'body', 'other'], ['url', 'body', 'other']],
    ['request', ['url|options', 'options', 'other'], ['url|options', 'options', 'other']],
    ['got', ['url|options', 'options'], ['url|options', 'options']],
    ['ky', ['url', 'options'], ['url', 'options']],
    ['node-rest-client', ['url', 'options', 'other'], ['url', 'options', 'other']],
  ])('%s', (name, removal, creation) => {
    const calls = clients.find((client) => client.name === name)?.calls;
    expect(findCall(calls, 'delete')?.roles).toEqual(removal);
    expect(findCall(calls, 'post')?.roles).toEqual(creation);
  });
});

function namesOf(calls: readonly Call[] | undefined): string[] {
  return (calls ?? []).flatMap((call) => call.member.split('|'));
}

function everyCall(client: Client): readonly Call[] {
  return [client.calls, client.constructs, client.requests, client.creates, client.follows].flatMap(
    (calls) => calls ?? [],
  );
}

function everyReading(client: Client): readonly Call[] {
  return readings(everyCall(client));
}

/** A call once for each list of roles that it has. */
function readings(calls: readonly Call[] | undefined): readonly Call[] {
  return (calls ?? []).flatMap((call) => (call.short ? [call, { ...call, roles: call.short }] : [call]));
}

/** How many places an address is given in: an argument, the options, or when the client was made. */
function addresses(client: Client, roles: Roles): number {
  const given = roles.filter((role) => role === 'url' || role === 'url|options').length;
  if (given > 0) return given;
  const optionsHaveOne = client.options.url !== undefined || client.options.path !== undefined;
  if (roles.includes('options') && optionsHaveOne) return 1;
  return (client.creates ?? []).some((call) => call.roles.includes('url')) ? 1 : 0;
}

function withoutBody(roles: Roles): Roles {
  return roles.filter((role) => role !== 'body');
}
