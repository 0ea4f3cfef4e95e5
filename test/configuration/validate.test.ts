import { describe, expect, it } from 'vitest';
import { defaultConfiguration } from '../../src/configuration/configuration.js';
import { findClosest } from '../../src/configuration/spelling.js';
import { validateConfiguration } from '../../src/configuration/validate.js';

const rows = [
  { id: 'issue-iid', rule: 'no-global-id' },
  { id: 'api-prefix', rule: 'no-v3-prefix' },
] as const;

const row = {
  id: 'house-route',
  release: '9.0',
  rule: 'no-v3-endpoint',
  certainty: 'safe',
  says: 'a becomes b',
  because: 'c',
  source: 'd',
  message: 'e',
  example: { before: 'GET /a', after: null },
  moved: { from: 'GET /house/:id', to: null },
};

describe('validateConfiguration', () => {
  it('fills in what is left out', () => {
    const { configuration } = validateConfiguration(
      { hosts: ['git.example.com:8443'], assume: null, exclude: undefined },
      rows,
    );
    expect(configuration).toEqual({ ...defaultConfiguration, hosts: ['git.example.com:8443'] });
  });

  it('accepts every key', () => {
    const full = {
      hosts: ['git.example.com'],
      notHosts: ['hub.example.com'],
      assume: 'v3',
      ignore: ['issue-iid', 'house-route'],
      exclude: ['legacy/**', './old', '!(src|test)/**', '../lib/*.js'],
      clients: [
        { module: './house', name: 'api.get', method: 'GET', path: 0, query: '1.query' },
        { module: 'h', name: 'default', method: 0, path: '1' },
        { module: 'h', name: 'Api#send', method: '0.verb', path: '0.url', body: 1, base: 'v3' },
        { name: 'window.api', path: 0 },
      ],
      catalogues: [row],
    };
    expect(validateConfiguration(full, rows)).toEqual({ configuration: full, problems: null });
  });

  it.each([
    ['no object', ['x'], 'The configuration is ["x"]; expected an object.'],
    ['an unknown key', { host: [] }, '"host" is no key of the configuration. Did you mean "hosts"?'],
    [
      'a key like no other',
      { zzzzzz: 1 },
      '"zzzzzz" is no key of the configuration. Expected one of hosts, notHosts, assume, ignore, exclude, clients, catalogues.',
    ],
    ['no list', { hosts: 'git.example.com' }, '"hosts" is "git.example.com"; expected a list.'],
    [
      'an address for a host',
      { notHosts: ['https://git.example.com/'] },
      '"notHosts[0]" is "https://git.example.com/"; expected a host without scheme and path, such as "git.example.com" or "git.example.com:8443".',
    ],
    ['another version', { assume: 'v5' }, '"assume" is "v5"; expected "v3", "v4", null.'],
    [
      'an unknown row',
      { ignore: ['issue-idd'] },
      '"ignore" names "issue-idd", which is no change. Did you mean "issue-iid"? `v4ward catalogue` lists them.',
    ],
    [
      'no glob',
      { exclude: [1] },
      `"exclude[0]" is 1; expected a glob of what is left out, from the configuration on, such as "legacy/**" or "**/*.spec.ts".`,
    ],
    [
      'a glob of nothing',
      { exclude: [''] },
      `"exclude[0]" is ""; expected a glob of what is left out, from the configuration on, such as "legacy/**" or "**/*.spec.ts".`,
    ],
    [
      'a glob from the root of the disk',
      { exclude: ['/legacy/**'] },
      `"exclude[0]" is "/legacy/**"; expected a glob of what is left out, from the configuration on, such as "legacy/**" or "**/*.spec.ts".`,
    ],
    [
      'a glob of all else',
      { exclude: ['!src/**'] },
      `"exclude[0]" is "!src/**"; expected a glob of what is left out, from the configuration on, such as "legacy/**" or "**/*.spec.ts".`,
    ],
    [
      'a client with an unknown key',
      { clients: [{ module: 'a', name: 'b', method: 'GET', path: 0, pth: 1 }] },
      '"clients[0].pth" is no key of the configuration. Did you mean "path"?',
    ],
    [
      'a client without a path',
      { clients: [{ module: 'a', name: 'b', method: 'GET' }] },
      '"clients[0].path" is not there; expected the position of an argument: a number from 0, or a text such as "1.query".',
    ],
    [
      'a client with a wrong method',
      { clients: [{ module: 'a', name: 'b', method: 'fetch', path: 0 }] },
      '"clients[0].method" is "fetch"; expected a method such as "GET", or the position of an argument: a number from 0, or a text such as "1.query".',
    ],
    [
      'a client without a name',
      { clients: [{ module: 'a', path: 0 }] },
      '"clients[0].name" is not there; expected a name such as "get", "default", "api.get", or "ApiClient#get" for a method of instances.',
    ],
    [
      'a client whose name is a call',
      { clients: [{ module: 'a', name: 'get()', path: 0 }] },
      '"clients[0].name" is "get()"; expected a name such as "get", "default", "api.get", or "ApiClient#get" for a method of instances.',
    ],
    [
      'a module that is no text',
      { clients: [{ module: null, name: 'get', path: 0 }] },
      '"clients[0].module" is null; expected a text.',
    ],
    [
      'a position too deep',
      { clients: [{ module: 'a', name: 'get', path: 0, query: '1.a.b' }] },
      '"clients[0].query" is "1.a.b"; expected the position of an argument: a number from 0, or a text such as "1.query".',
    ],
    [
      'two parts in one argument',
      { clients: [{ module: 'a', name: 'get', path: 0, query: '0.query' }] },
      '"clients[0].query" is "0.query"; expected another argument than that of "path".',
    ],
    [
      'an address for a base',
      { clients: [{ module: 'a', name: 'get', path: 0, base: 'https://git.example.com/api/v3' }] },
      '"clients[0].base" is "https://git.example.com/api/v3"; expected "v3", "v4".',
    ],
    [
      'a row with a wrong rule',
      { catalogues: [{ ...row, rule: 'no-v3' }] },
      '"catalogues[0].rule" is "no-v3"; expected "no-v3-prefix", "no-v3-endpoint", "no-v3-parameter", "no-global-id", "no-v3-response", "review-v4-behavior".',
    ],
    [
      'a row under a name that is taken',
      { catalogues: [{ ...row, id: 'issue-iid' }] },
      '"catalogues[0].id" is "issue-iid", which is another row\'s; expected a name of its own.',
    ],
    [
      'two rows of one name',
      { catalogues: [row, row] },
      '"catalogues[1].id" is "house-route", which is another row\'s; expected a name of its own.',
    ],
    [
      'a row whose name is no name',
      { catalogues: [{ ...row, id: 'House route' }] },
      '"catalogues[0].id" is "House route"; expected a name such as "house-route", in lower case with hyphens.',
    ],
    [
      'a row without a release',
      { catalogues: [{ ...row, release: undefined }] },
      '"catalogues[0].release" is not there; expected "8.17", "9.0", "9.1", "9.5", "10.2".',
    ],
    [
      'a row with an unknown key',
      { catalogues: [{ ...row, move: {} }] },
      '"catalogues[0].move" is no key of the configuration. Did you mean "moved"?',
    ],
    [
      'a route without a method',
      { catalogues: [{ ...row, moved: [{ from: '/house/:id', to: null }] }] },
      '"catalogues[0].moved[0].from" is "/house/:id"; expected a route: a method, a space and a path, such as "GET /projects/:id" or "POST|PUT /hooks".',
    ],
    [
      'a move without an aim',
      { catalogues: [{ ...row, moved: { from: 'GET /house/:id' } }] },
      '"catalogues[0].moved.to" is not there; expected a route such as "GET /projects/:id".',
    ],
    [
      'parameters without routes',
      { catalogues: [{ ...row, moved: undefined, renamed: { a: 'b' } }] },
      '"catalogues[0].on" is not there; expected the routes that "renamed" speaks of.',
    ],
    [
      'a row that speaks of no request',
      { catalogues: [{ ...row, moved: undefined }] },
      '"catalogues[0]" speaks of no request; expected one of moved, answers, behaves, renamed, revalued, removed, added, needed, identified.',
    ],
    [
      'another row for the base',
      { catalogues: [{ ...row, prefix: { from: 'v3', to: 'v4' } }] },
      '"catalogues[0].prefix" is {"from":"v3","to":"v4"}; expected nothing, since only api-prefix moves the base.',
    ],
    [
      'a row without an example',
      { catalogues: [{ ...row, example: undefined }] },
      '"catalogues[0].example" is not there; expected an object with before, a request, and after, a request or null.',
    ],
  ])('refuses %s', (_, value, problem) => {
    expect(validateConfiguration(value, rows).problems).toEqual([problem]);
  });

  it('tells all that is wrong at once', () => {
    expect(validateConfiguration({ hosts: 1, assume: 2, x: 3 }, rows).problems).toHaveLength(3);
  });
});

describe('findClosest', () => {
  it.each([
    ['chekc', ['check', 'migrate'], 'check'],
    ['Hosts', ['notHosts', 'hosts'], 'hosts'],
    ['banana', ['check', 'migrate'], null],
  ])('of %s', (name, candidates, expected) => {
    expect(findClosest(name, candidates)).toBe(expected);
  });
});
