import { expect, it } from 'vitest';
import { check } from '../../codemods/index.js';
import { makeDirectory } from '../directory.js';

const send = "fetch('https://gitlab.com/api/v3/projects/owned')";

/** What is made of itself, directly or through others. */
const programs: Readonly<Record<string, string>> = {
  'a constant taken apart': `${send}; const { visibility_level, name } = name;`,
  'constants taken apart': `${send}; const { public: open, other } = next, { next } = other;`,
  'a member of itself': `${send}; const state = state.public; let one = two.public, two = one.subscribed;`,
};

it.each(Object.entries(programs))('%s ends', async (_, text) => {
  const { result } = await check(makeDirectory({ 'a.js': text }), { configuration: {} });
  expect(result.errors).toEqual([]);
  expect(result.findings.map(({ change }) => change)).toContain('projects-filters');
});
