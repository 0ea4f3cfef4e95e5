import { expect, it } from 'vitest';
import { check } from '../../codemods/index.js';
import { makeDirectory } from '../directory.js';

const send = "fetch('https://gitlab.com/api/v3/projects/owned')";
const load = "require('request')('https://gitlab.com/api/v3/projects/3', ";

/** What is made of itself, directly or through others. */
const programs: Readonly<Record<string, string>> = {
  'a constant taken apart': `${send}; const { visibility_level, name } = name;`,
  'constants taken apart': `${send}; const { public: open, other } = next, { next } = other;`,
  'a member of itself': `${send}; const state = state.public; let one = two.public, two = one.subscribed;`,
  'functions that give what the other gives': `${send}; function odd() { return even(); } ${load}odd()); function even() { if (on) return odd(); return (error, _, site) => site.public; }`,
  'a variable that is put into itself': `${send}; var show = (error, _, site) => site.public; var other = show; var show = other; ${load}other);`,
};

it.each(Object.entries(programs))('%s ends', async (_, text) => {
  const { result } = await check(makeDirectory({ 'a.js': text }), { configuration: {} });
  expect(result.errors).toEqual([]);
  expect(result.findings.map(({ change }) => change)).toContain('projects-filters');
});
