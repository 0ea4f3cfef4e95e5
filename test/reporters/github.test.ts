import { describe, expect, it } from 'vitest';
import { toDocument } from '../../src/reporters/document.js';
import type { ReportDocument } from '../../src/reporters/document.js';
import { render } from '../../src/reporters/formats.js';
import { makeFinding, makeResult } from '../migration/sample.js';
import { hostileFile, makeFineDocument, makeHostileDocument } from './hostile.js';

interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** As the runner reads a line: https://github.com/actions/toolkit, `packages/core/src/command.ts` is the other side. */
function parse(line: string): Command {
  const [, name = '', list = '', message = ''] = /^::([a-z]+)(?: ([^:]*))?::(.*)$/s.exec(line) ?? [];
  expect(name, line).not.toBe('');
  const properties = list.split(',').map((pair) => {
    const [key = '', value = ''] = pair.split('=', 2);
    return [key, unescape(value, ['%0D', '%0A', '%3A', '%2C', '%25'])];
  });
  return { name, properties: Object.fromEntries(properties) as Record<string, string>, message };
}

const characters: Readonly<Record<string, string>> = { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' };

function unescape(text: string, codes: readonly string[]): string {
  return codes.reduce((result, code) => result.replaceAll(code, characters[code] ?? ''), text);
}

async function toCommands(document: ReportDocument): Promise<Command[]> {
  const printed = await render(document, 'github');
  return printed === '' ? [] : printed.replace(/\n$/, '').split('\n').map(parse);
}

describe('github', () => {
  it('says nothing if nothing is open', async () => {
    expect(await toCommands(makeFineDocument())).toEqual([]);
  });

  it('escapes what would end a property, a message or a line', async () => {
    const commands = await toCommands(makeHostileDocument());
    expect(commands.map(({ name }) => name)).toEqual(['error', 'error', 'warning', 'warning', 'notice']);
    // GitHub takes back what stands for lines' ends; what else a terminal obeys has no such form.
    const file = hostileFile.replace('\u001b', '\\u001b').replace('\u202e', '\\u202e');
    expect(commands.map(({ properties }) => properties['file'])).toEqual(Array.from({ length: 5 }, () => file));
    expect(commands[1]?.properties).toMatchObject({ line: '3', endLine: '3', col: '1', endColumn: '4' });
    expect(commands[1]?.properties['title']).toBe('v4ward: branch-parameter (safe)');
    expect(commands.map(({ message }) => message).join('')).not.toMatch(/[\r\n\u0007]/);
  });

  it('keeps a percent sign what it is', async () => {
    const finding = makeFinding({ message: '100%0A done' });
    const document = toDocument({ result: makeResult({ findings: [finding] }), text: () => 'x', done: null });
    expect(await render(document, 'github')).toContain('::100%250A done\n');
  });

  it('gives columns for ranges of one line only', async () => {
    const finding = makeFinding({ place: { file: 'a.js', start: 0, end: 3 } });
    const document = toDocument({ result: makeResult({ findings: [finding] }), text: () => 'a\nbc', done: null });
    const [command] = await toCommands(document);
    expect(command?.properties).toMatchObject({ line: '1', endLine: '2' });
    expect(command?.properties).not.toHaveProperty('col');
  });

  it('stays below what GitHub shows of a level, and counts the rest', async () => {
    const findings = Array.from({ length: 25 }, () => makeFinding());
    const several = [
      ...findings,
      ...findings.slice(0, 10).map((finding) => ({ ...finding, certainty: 'manual' as const })),
    ];
    const document = toDocument({ result: makeResult({ findings: several }), text: () => 'x', done: null });
    const commands = await toCommands(document);
    expect(commands.filter(({ name }) => name === 'error')).toHaveLength(10);
    expect(commands.filter(({ name }) => name === 'warning')).toHaveLength(10);
    expect(commands[9]?.message).toBe('… and 16 more errors; the step summary lists them.');
    expect(commands.at(-1)?.message).not.toContain('more');
  });
});
