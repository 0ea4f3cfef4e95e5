import { describe, expect, it } from 'vitest';
import { check } from '../codemods/index.js';
import type { Place } from '../src/http/text.js';
import { hasSourceExtension } from '../src/files/find.js';
import { loadCases } from './support/cases.js';
import { openWorkspace } from './support/workspace.js';

/** A file that reads a field by its type alone and holds no word of GitLab is not looked at: docs/what-it-cannot-see.md. */
const unseen = ['responses/typed-in-a-template'];

const cases = loadCases().filter(
  ({ name, pending, before }) => pending === undefined && before.size > 1 && !unseen.includes(name),
);

describe('what a first look leaves out changes nothing', () => {
  it.for(cases)('$name', async ({ input, config }) => {
    const workspace = openWorkspace(input);
    const { directory } = workspace;
    const configuration = config ?? {};
    const [some, all] = [
      await check(directory, { configuration }),
      await check(directory, {
        configuration,
        paths: ['.', ...[...workspace.read().keys()].filter(hasSourceExtension)],
      }),
    ];
    const open = ({ result }: typeof some): object => ({
      findings: result.findings.map(({ change, place, certainty, edits }) => ({ change, place, certainty, edits })),
      unresolved: result.unresolved.map(({ place }): Place => place),
    });
    expect(open(some)).toEqual(open(all));
  });
});
