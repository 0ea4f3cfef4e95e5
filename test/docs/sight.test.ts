import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { check } from '../../codemods/index.js';
import type { Checked } from '../../codemods/index.js';
import { foreign } from '../../src/files/find.js';
import type { Finding } from '../../src/migration/finding.js';
import { toPosition } from '../../src/migration/position.js';
import { makeDirectory } from '../directory.js';

const page = readFileSync(new URL('../../docs/what-it-cannot-see.md', import.meta.url), 'utf8');

interface Example {
  readonly heading: string;
  readonly files: Readonly<Record<string, string>>;
  readonly said: readonly string[];
}

/** Files with their names, up to what is said of them. */
function readExamples(): Example[] {
  return page.split(/^## /m).flatMap((section) => {
    const heading = section.split('\n', 1)[0] ?? '';
    const blocks = [...section.matchAll(/^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm)];
    const examples: Example[] = [];
    let files: Record<string, string> = {};
    for (const [, language, name, text = ''] of blocks) {
      if (language !== 'text') files[name ?? ''] = text;
      else {
        examples.push({ heading, files, said: text.trimEnd().split('\n') });
        files = {};
      }
    }
    return examples;
  });
}

function listSaid({ result, text }: Checked): string[] {
  const at = (file: string, start: number): string => `${file}:${String(toPosition(text(file) ?? '', start).line)}`;
  const aside =
    (kind: string) =>
    ({ change, place }: Finding) =>
      `${at(place.file, place.start)} ${change} (${kind})`;
  const findings = result.findings.map(({ change, certainty, place, heldBy, reason }) => {
    const held = heldBy.length > 0 ? `, held by ${heldBy.join(', ')}` : '';
    const why = reason === null ? '' : `: ${reason}`;
    return `${at(place.file, place.start)} ${change} (${certainty})${held}${why}`;
  });
  return [
    ...findings,
    ...result.possible.map(aside('possible')),
    ...result.guarded.map(aside('guarded')),
    ...result.unresolved.map(({ place, reason }) => `${at(place.file, place.start)} unresolved: ${reason}`),
    ...result.errors.map(({ file, message }) => `${file} ${message}`),
  ].sort();
}

describe('what it cannot see', () => {
  const examples = readExamples();

  it('has an example under every heading', () => {
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect([...new Set(examples.map(({ heading }) => heading))]).toEqual(headings);
  });

  it.each(examples.map((example, index) => [`${example.heading} (${String(index + 1)})`, example] as const))(
    'is all that is said: %s',
    async (_, { files, said }) => {
      expect(listSaid(await check(makeDirectory(files)))).toEqual([...said].sort());
    },
  );
});

it('lists the directories that are left out', () => {
  const [, section = ''] = /^## Directories that are left out\n([^]*?)```/m.exec(page) ?? [];
  const [list = ''] = /`node_modules`[^]*?\. So is/.exec(section) ?? [];
  expect([...list.matchAll(/`(.+?)`/g)].map(([, name]) => name)).toEqual([...foreign]);
});
