import { describe, expect, it } from 'vitest';
import { defaultConfiguration } from '../../../src/configuration/configuration.js';
import { openTexts } from '../../../src/files/project.js';
import { examine } from '../../../src/migration/examine.js';
import type { Result } from '../../../src/migration/finding.js';

function look(text: string, file = 'a.js'): Result {
  const project = openTexts('/nowhere', new Map([[file, text]]), () => null);
  return examine(project, defaultConfiguration);
}

function changesOf({ findings }: Result): string[] {
  return findings.map(({ change }) => change).filter((change) => change !== 'api-prefix');
}

function kindsOf({ notices }: Result): string[] {
  return notices.map(({ kind, change }) => `${kind} ${String(change)}`);
}

const call = "fetch('https://gitlab.example.com/api/v3/projects/8/issues/' + number);";
const two =
  'fetch(`https://gitlab.example.com/api/v3/projects/8/merge_requests/${n}/subscription`, { method: "POST" });';

describe('v4ward-ignore', () => {
  it.each([
    ['on the line before', `// v4ward-ignore issue-iid -- it is the iid\n${call}\n`],
    ['on its line', `${call} // v4ward-ignore issue-iid -- it is the iid\n`],
    ['in a block before the code', `/* v4ward-ignore issue-iid -- it is the iid */ ${call}\n`],
    ['in a block of lines', `/*\n * v4ward-ignore issue-iid -- it is\n * the iid\n */\n${call}\n`],
    ['above another comment', `// v4ward-ignore issue-iid -- it is\n// the iid\n${call}\n`],
    ['with Windows line ends', `\uFEFF// v4ward-ignore issue-iid -- it is the iid\r\n${call}\r\n`],
    ['among others', `// v4ward-ignore projects-filters, issue-iid -- seen\n${call}\n`],
    ['beside a directive', `// v4ward-ignore issue-iid -- seen\n// eslint-disable-next-line no-undef\n${call}\n`],
  ])('settles a finding %s', (_, text) => {
    expect(changesOf(look(text))).toEqual([]);
    expect(look(text).acknowledged.map(({ change }) => change)).toEqual(['issue-iid']);
    expect(look(text).ledger.get('issue-iid')).toMatchObject({ acknowledged: 1, manual: 0, fine: 0 });
  });

  it('settles one in JSX', () => {
    const text = `export const Issue = ({ number }) => (
  <ul>
    {/* v4ward-ignore issue-iid -- the router's parameter is the iid */}
    <Link to={go} load={() => fetch('https://gitlab.example.com/api/v3/projects/8/issues/' + number)} />
  </ul>
);
`;
    expect(changesOf(look(text, 'issue.jsx'))).toEqual([]);
  });

  it.each([
    ['is text', `const help = '// v4ward-ignore issue-iid -- x';\n${call}\n`],
    ['is in a template', `const help = \`\n// v4ward-ignore issue-iid -- x\`; ${call}\n`],
    ['stands at the end of the line before', `start(); // v4ward-ignore issue-iid -- x\n${call}\n`],
    ['stands behind', `${call}\n// v4ward-ignore issue-iid -- x\n`],
    ['stands further up', `// v4ward-ignore issue-iid -- x\n\n${call}\n`],
    ['names another change', `// v4ward-ignore merge-request-iid -- x\n${call}\n`],
    ['is told about in a sentence', `// say v4ward-ignore issue-iid -- x to settle it\n${call}\n`],
  ])('settles nothing if it %s', (_, text) => {
    expect(changesOf(look(text))).toEqual(['issue-iid']);
  });

  it('wants a reason', () => {
    const result = look(`// v4ward-ignore issue-iid\n${call}\n`);
    expect(changesOf(result)).toEqual(['issue-iid']);
    expect(kindsOf(result)).toEqual(['incomplete-ignore issue-iid']);
    expect(result.notices[0]?.message).toContain('-- <reason>');
  });

  it('wants a change', () => {
    expect(kindsOf(look(`// v4ward-ignore -- because\n${call}\n`))).toEqual(['incomplete-ignore null']);
  });

  it('says that a rule is no change', () => {
    const { notices } = look(`// v4ward-ignore no-global-id -- seen\n${call}\n`);
    expect(notices.map(({ kind, message }) => [kind, message])).toEqual([
      [
        'unknown-change',
        expect.stringContaining('"no-global-id" is a rule, and a comment settles a change') as unknown,
      ],
    ]);
  });

  it('says which change there is not, and which was meant', () => {
    const result = look(`// v4ward-ignore issues-iid -- x\n${call}\n`);
    expect(kindsOf(result)).toEqual(['unknown-change issues-iid']);
    expect(result.notices[0]?.message).toContain('Did you mean "issue-iid"?');
  });

  it('says what it does not ignore', () => {
    const result = look(`// v4ward-ignore issue-iid, project-unstar -- x\n${call}\n`);
    expect(kindsOf(result)).toEqual(['unused-ignore project-unstar']);
    expect(result.notices[0]?.message).toContain('line 2');
  });

  it('frees the base, and leaves what is not named', () => {
    const held = look(`${call}\n${two}\n`).findings.flatMap(({ heldBy }) => heldBy);
    expect(held).not.toEqual([]);
    const result = look(`// v4ward-ignore issue-iid -- x\n${call}\n// v4ward-ignore merge-request-iid -- x\n${two}\n`);
    expect(changesOf(result)).toEqual(['subscriptions']);
    expect(result.findings.flatMap(({ heldBy }) => heldBy)).toEqual([]);
  });

  it('settles a call that could not be told', () => {
    const hidden = "const base = 'https://gitlab.example.com/api/v3';\nfetch(base + route(), { method: 'PUT' });\n";
    expect(look(hidden).unresolved).toHaveLength(1);
    const settled = look(hidden.replace('fetch', '// v4ward-ignore unresolved -- routes of v4 only\nfetch'));
    expect(settled.unresolved).toEqual([]);
    expect(settled.findings.flatMap(({ heldBy }) => heldBy)).toEqual([]);
    expect(kindsOf(settled)).toEqual([]);
  });

  it('leaves characters that an ignored request reads as they are', () => {
    const shared = `const base = 'https://gitlab.example.com/api/v3';
const star = '/star';
// v4ward-ignore project-unstar -- the proxy moves it
const mine = (id) => fetch(base + '/projects/' + id + star, { method: 'DELETE' });
const other = (id) => fetch(base + '/groups/1/projects/' + id + star, { method: 'DELETE' });
const third = (id) => fetch(base + '/projects/' + id + star, { method: 'DELETE' });
`;
    const [finding] = look(shared).findings.filter(({ change }) => change === 'project-unstar');
    expect(finding).toMatchObject({ certainty: 'manual', edits: [] });
  });
});
