import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { render } from '../../src/reporters/formats.js';
import type { ReportDocument } from '../../src/reporters/document.js';
import { hostileFile, makeFineDocument, makeHostileDocument } from './hostile.js';

/** What GitLab's page on Code Quality asks of each entry, in words of its own. */
const validate = new Ajv().compile({
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', minLength: 1 },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', minLength: 1, not: { pattern: '^(?:\\./|/)' } },
          lines: {
            type: 'object',
            required: ['begin'],
            properties: { begin: { type: 'integer', minimum: 1 }, end: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
});

interface Entry {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: object };
}

async function toEntries(document: ReportDocument): Promise<Entry[]> {
  const entries: unknown = JSON.parse(await render(document, 'gitlab'));
  validate(entries);
  expect(validate.errors ?? []).toEqual([]);
  return entries as Entry[];
}

describe('gitlab', () => {
  it('is an empty list if nothing is open', async () => {
    expect(await toEntries(makeFineDocument())).toEqual([]);
  });

  it('lists what is open, and what could not be told, and leaves out what is settled', async () => {
    const entries = await toEntries(makeHostileDocument());
    expect(entries.map((entry) => [entry.check_name, entry.severity])).toEqual([
      ['error', 'critical'],
      ['branch-parameter', 'major'],
      ['house-row', 'minor'],
      ['branch-parameter', 'minor'],
      ['unresolved', 'info'],
      ['branch-parameter', 'info'],
    ]);
    expect(entries.at(1)?.location).toEqual({ path: hostileFile, lines: { begin: 3, end: 3 } });
  });

  it('has no two equal fingerprints, which GitLab would fold, even where the document has', async () => {
    const document = makeHostileDocument();
    const twice = { ...document, errors: [...document.errors, ...document.errors] };
    const fingerprints = (await toEntries(twice)).map(({ fingerprint }) => fingerprint);
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
    expect(fingerprints.filter((fingerprint) => fingerprint === '0123456789abcdef')).toHaveLength(1);
    expect(fingerprints.join('')).toMatch(/^[0-9a-f]+$/);
  });

  it('shows no control characters in descriptions', async () => {
    const entries = await toEntries(makeHostileDocument());
    expect(entries.map(({ description }) => description).join('')).not.toMatch(/[\u0000-\u001F]/);
  });
});
