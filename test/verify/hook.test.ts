import { describe, expect, it } from 'vitest';
import { redactCommand, redactParameters, redactUrl } from '../../src/verify/redact.js';
import { parseBody } from '../../src/verify/hook/body.js';
import { toAddress, toHttpArguments } from '../../src/verify/hook/http-arguments.js';
import { parseStack } from '../../src/verify/hook/stack.js';
import { parseLines } from '../../src/verify/record.js';
import { listPassedSignals } from '../../src/verify/run.js';

describe('what is taken out of a request', () => {
  it.each([
    [
      'https://git.example.com/api/v3/user?private_token=abc&per_page=5',
      '/api/v3/user?private_token=REDACTED&per_page=5',
    ],
    ['https://git.example.com/api/v3/user?access_token=abc', '/api/v3/user?access_token=REDACTED'],
    ['https://eve:abc@git.example.com/api/v3/user', '/api/v3/user'],
    ['https://git.example.com/api/v3/projects/4/triggers/0a1b2c', '/api/v3/projects/4/triggers/REDACTED'],
    ['https://git.example.com/api/v3/projects/4/triggers/17', '/api/v3/projects/4/triggers/17'],
    ['https://git.example.com/api/v3/x/glpat-ABCDEFGHIJKLMNOP1234', '/api/v3/x/REDACTED'],
    ['https://git.example.com/api/v3/x?search=header-value', '/api/v3/x?search=REDACTED'],
    ['https://git.example.com/api/v3/projects?order_by=name#top', '/api/v3/projects?order_by=name'],
  ])('%s', (address, expected) => {
    expect(redactUrl(new URL(address), ['header-value'])).toBe(`https://git.example.com${expected}`);
  });

  it('values of parameters with a secret name, and nothing else', () => {
    const given = [
      ['password', 'hunter2'],
      ['variables[DEPLOY_KEY]', 'abc'],
      ['branch_name', 'next'],
      ['labels', null],
    ] as const;
    expect(redactParameters(given, [])).toEqual([
      ['password', 'REDACTED'],
      ['variables[DEPLOY_KEY]', 'REDACTED'],
      ['branch_name', 'next'],
      ['labels', null],
    ]);
  });

  it('what options of a command are given', () => {
    expect(redactCommand(['node', 'a.js', '--token', 'abc', '--password=abc', 'API_KEY=abc', '--keep', 'x'])).toEqual([
      'node', 'a.js', '--token', 'REDACTED', '--password=REDACTED', 'API_KEY=REDACTED', '--keep', 'x',
    ]); // prettier-ignore
  });
});

describe('a body', () => {
  it.each([
    ['', null, []],
    ['a=1&b%5B%5D=2', 'application/x-www-form-urlencoded', [['a', '1'], ['b[]', '2']]],
    ['{"a":1,"b":true,"c":"x","d":[1],"e":null}', 'application/json', [['a', '1'], ['b', 'true'], ['c', 'x'], ['d', null], ['e', null]]],
    ['{"a":', 'application/json', null],
    ['plain words', 'text/plain', null],
    ['--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nbytes\r\n--x--', 'multipart/form-data; boundary=x', [['a', '1'], ['file', null]]],
  ])('%j as %s', (text, type, expected) => {
    expect(parseBody(text, type)).toEqual(expected);
  }); // prettier-ignore
});

describe('the arguments of http.request', () => {
  it.each([
    [['http://a.example/x?y=1'], 'http://a.example/x?y=1'],
    [[new URL('http://a.example:81/x'), { method: 'PUT', path: '/z' }], 'http://a.example:81/z'],
    [[{ host: 'a.example', path: '/x' }], 'http://a.example/x'],
    [[{ hostname: 'a.example', host: 'b.example', port: 8080 }], 'http://a.example:8080/'],
    [[{ host: 'a.example:8080', port: 8080, protocol: 'https:', path: '/x' }], 'https://a.example:8080/x'],
    [[{ hostname: '::1', path: '/x' }], 'http://[::1]/x'],
    [[{}], 'http://localhost/'],
    [[{ host: 'proxy.example', port: 3128, path: 'http://a.example/x?y=1' }], 'http://a.example/x?y=1'],
  ])('%j', (args, expected) => {
    expect(toAddress(toHttpArguments(args).options, 'http:').href).toBe(expected);
  });
});

it.each([
  ['    at send (file:///home/me/a%20b/x.mjs:3:14)', { file: 'file:///home/me/a%20b/x.mjs', line: 3, column: 14 }],
  ['    at async send (/home/me/x.js:3:14)', { file: '/home/me/x.js', line: 3, column: 14 }],
  ['    at async file:///home/me/x.mjs:3:14', { file: 'file:///home/me/x.mjs', line: 3, column: 14 }],
  ['    at new Client (C:\\me\\x.js:3:14)', { file: 'C:\\me\\x.js', line: 3, column: 14 }],
  ['    at Object.<anonymous> (/home/me (x)/y.js:3:14)', { file: '/home/me (x)/y.js', line: 3, column: 14 }],
  ['    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)', null],
  ['    at async Promise.all (index 0)', null],
  ['Error: what http://a.example:1:2', null],
])('a line of a stack: %s', (line, expected) => {
  expect(parseStack(line)).toEqual(expected === null ? [] : [expected]);
});

it('a line that a process did not finish is left out', () => {
  const line = { kind: 'started', process: '1.0' };
  expect(parseLines(`${JSON.stringify(line)}\n{"kind":"sent","pro`)).toEqual([line]);
});

it('Ctrl-C in a terminal, which reaches the command by itself, is not passed on a second time', () => {
  expect(listPassedSignals(true)).toEqual(['SIGTERM', 'SIGHUP']);
  expect(listPassedSignals(false)).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP']);
});
