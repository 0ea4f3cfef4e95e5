import { describe, expect, it } from 'vitest';
import { check } from '../codemods/index.js';
import type { Place } from '../src/http/text.js';
import { hasSourceExtension } from '../src/files/find.js';
import { loadCases } from './support/cases.js';
import { openWorkspace } from './support/workspace.js';

const cases = loadCases().filter(({ pending, before }) => pending === undefined && before.size > 1);

describe('what a first look leaves out changes nothing', () => {
  it.for(cases)('$name', async ({ input, config }) => {
    const { directory, read } = openWorkspace(input);
    const configuration = config ?? {};
    const [some, all] = [
      await check(directory, { configuration }),
      await check(directory, { configuration, paths: ['.', ...[...read().keys()].filter(hasSourceExtension)] }),
    ];
    const open = ({ result }: typeof some): object => ({
      findings: result.findings.map(({ change, place, certainty, edits }) => ({ change, place, certainty, edits })),
      unresolved: result.unresolved.map(({ place }): Place => place),
    });
    expect(open(some)).toEqual(open(all));
  });
});
