import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeDirectory } from '../directory.js';
import { runProgram } from './program.js';

/** Two safe findings: the route and the prefix. */
const star = "fetch('https://gitlab.example.com/api/v3/projects/1/star', { method: 'DELETE' });\n";
/** Nothing to do. */
const fine = "fetch('https://gitlab.example.com/api/v4/version');\n";
/** One manual finding: v4 has no such request. */
const session = "fetch('https://gitlab.example.com/api/v4/session', { method: 'POST', body: form });\n";

interface Printed {
  readonly summary: Readonly<Record<string, number>>;
  readonly findings: readonly Readonly<Record<string, unknown>>[];
  readonly errors: readonly { readonly file: string; readonly message: string }[];
  readonly unresolved: readonly unknown[];
}

function parse(stdout: string): Printed {
  return JSON.parse(stdout) as Printed;
}

describe('check', () => {
  it('exits with 0 if nothing is open', () => {
    const { status, stdout } = runProgram(makeDirectory({ 'a.js': fine }), ['check']);
    expect(status).toBe(0);
    expect(stdout).toContain('Nothing to do was found in 1 file with 1 GitLab request.');
  });

  it('exits with 1 if something is', () => {
    const { status, stdout } = runProgram(makeDirectory({ 'src/a.js': star }), ['check']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^src\/a\.js\n/);
    expect(stdout).toContain('project-unstar');
    expect(stdout).toContain('api-prefix');
  });

  it('takes an empty file for one with nothing to do', () => {
    const { status, stdout } = runProgram(makeDirectory({ 'a.js': '' }), ['check', 'a.js']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'Nothing to do: no GitLab request in 1 file.\n' });
  });

  it('prints JSON and nothing else on stdout', () => {
    const { status, stdout, stderr } = runProgram(makeDirectory({ 'src/a.js': `\n${star}` }), [
      'check',
      '--format',
      'json',
    ]);
    const { findings, summary } = parse(stdout);
    expect(status).toBe(1);
    expect(stderr).toContain('2 findings');
    expect(summary).toMatchObject({ files: 1, requests: 1, findings: 2, safe: 2, errors: 0 });
    expect(findings.map(({ change, file, line }) => ({ change, file, line }))).toEqual(
      expect.arrayContaining([
        { change: 'project-unstar', file: 'src/a.js', line: 2 },
        { change: 'api-prefix', file: 'src/a.js', line: 2 },
      ]),
    );
  });

  it('prints the same each time', () => {
    const root = makeDirectory({ 'b.js': star, 'a.js': star, 'c/d.ts': star });
    const first = runProgram(root, ['check', '--format', 'json']).stdout;
    expect(runProgram(root, ['check', 'c', 'b.js', '.', '--format', 'json']).stdout).toBe(first);
  });

  it.each([
    ['safe', star, 1],
    ['safe', session, 0],
    ['suggestion', session, 0],
    ['manual', session, 1],
    ['never', star, 0],
  ])('fails on %s', (level, source, status) => {
    expect(runProgram(makeDirectory({ 'a.js': source }), ['check', '--fail-on', level]).status).toBe(status);
  });

  it('reports only what is asked for', () => {
    const root = makeDirectory({ 'a.js': star });
    const changesOf = (args: readonly string[]): unknown[] =>
      parse(runProgram(root, ['check', '--format', 'json', ...args]).stdout).findings.map(({ change }) => change);
    expect(changesOf(['--only', 'project-unstar'])).toEqual(['project-unstar']);
    expect(changesOf(['--only', 'no-v3-prefix'])).toEqual(['api-prefix']);
    expect(changesOf(['--skip', 'api-prefix'])).toEqual(['project-unstar']);
    expect(changesOf(['--skip', 'api-prefix', '--skip', 'no-v3-endpoint'])).toEqual([]);
  });

  it('tells what became of each change', () => {
    const { stdout } = runProgram(makeDirectory({ 'a.js': `${star}${fine}` }), ['check']);
    expect(stdout).toContain(
      [
        'By change:',
        '                  fixable  fine',
        '  api-prefix            1     1',
        '  project-unstar        1     0',
      ].join('\n'),
    );
  });

  it('reports comments that ignore nothing, beside the data', () => {
    const root = makeDirectory({ 'a.js': `// v4ward-ignore issue-iid -- seen\n${fine}` });
    const { status, stdout, stderr } = runProgram(root, ['check', '--format', 'json']);
    expect(status).toBe(0);
    expect(stderr).toContain('v4ward: a.js:1 `issue-iid` is not found in line 2');
    expect(JSON.parse(stdout)).toMatchObject({
      notices: [{ kind: 'unused-ignore', change: 'issue-iid', file: 'a.js', line: 1, column: 1 }],
    });
    expect(runProgram(root, ['check']).stdout).toContain('a.js:1:1  `issue-iid` is not found in line 2');
  });

  it('tells of what a tool wrote, and that it was not read', () => {
    const root = makeDirectory({ 'sdk.js': `// @generated\n${star}`, 'a.js': fine });
    const { status, stdout } = runProgram(root, ['check']);
    expect(status).toBe(0);
    expect(stdout).toContain('Left unread:\n  sdk.js:1:1  This file speaks v3');
  });

  it('tells of what speaks v3 where tools write, a directory once, unless git ignores it or it is named', () => {
    const moved = star.replace('v3', 'v4');
    const root = makeDirectory({
      '.gitignore': '/out\nignored/\n',
      'a.js': fine,
      'build/a.js': star,
      'build/deep/publish.sh': `curl -X DELETE https://gitlab.com/api/v3/projects/4/star`,
      'build/moved.js': moved,
      'build/node_modules/x/index.js': star,
      'ignored/build/a.js': star,
      'out/a.js': star,
      'app/dist/index.js': star,
      'sdk.min.js': star,
      'vendor/hub.js': "fetch('https://github.example.com/api/v3/projects')",
    });
    const { status, stdout } = runProgram(root, ['check']);
    expect(status).toBe(0);
    expect(stdout.match(/^ {2}\S+ {2}This file speaks v3.*$/gm)).toEqual([
      '  app/dist/index.js:1:1  This file speaks v3 and was left unread, since app/dist is named like what tools make. Make it anew from what it is made of, or name the directory on the command line, beside the others, if it is yours.',
      '  build/a.js:1:1  This file speaks v3 and was left unread, since build is named like what tools make. So was 1 other there. Make it anew from what it is made of, or name the directory on the command line, beside the others, if it is yours.',
      '  sdk.min.js:1:1  This file speaks v3 and was left unread, since a tool wrote it: make it anew from what it is made of, or name it on the command line to have it read.',
    ]);
    const named = runProgram(root, ['check', '.', 'build']);
    expect(named.status).toBe(1);
    expect(named.stdout).toContain('build/a.js\n');
    expect(named.stdout.match(/This file speaks v3/g)).toHaveLength(2);
    writeFileSync(join(root, 'v4ward.config.json'), '{ "exclude": ["build", "app", "*.min.js"] }');
    expect(runProgram(root, ['check']).stdout).not.toContain('This file speaks v3');
  });

  it('tells of what speaks v3 in languages that are not read, each once, unless git ignores it', () => {
    const call = "get('https://gitlab.com/api/v3/projects/4')";
    const root = makeDirectory({
      '.gitignore': 'ignored/\n',
      'a.js': fine,
      ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`src/${String(index)}.py`, call])),
      'ci/Jenkinsfile': `sh "curl https://gitlab.com/api/v3/projects/4"`,
      'ignored/a.py': call,
      'hub.rb': "get('https://github.example.com/api/v3/repos')",
      'moved.go': call.replace('v3', 'v4'),
      'views/a.ejs': call,
      'views/b.ejs': call,
    });
    const { status, stdout } = runProgram(root, ['check']);
    expect(status).toBe(0);
    expect(stdout.match(/^ {2}\S+ {2}This file speaks v3.*$/gm)).toEqual([
      '  ci/Jenkinsfile:1:1  This file speaks v3 and was left unread, since files like it (Jenkinsfile) are not read: move it by hand.',
      '  src/0.py:1:1  This file speaks v3 and was left unread, since files like it (.py) are not read: move it by hand. So were src/1.py, src/2.py, src/3.py, src/4.py, src/5.py, and 2 more.',
      '  views/a.ejs:1:1  This file speaks v3 and was left unread, since files like it (.ejs) are not read: move it by hand. So was views/b.ejs.',
    ]);
  });

  it('tells of programs without an extension and of kinds of files that nobody reads, also where there is nothing else', () => {
    const address = 'https://gitlab.com/api/v3/projects/4';
    const root = makeDirectory({
      'bin/sync': `#!/usr/bin/env python3\nrequests.get('${address}')`,
      'etc/cron.d/lab': `0 4 * * * git curl ${address}`,
      'etc/lab.service': `ExecStart=curl ${address}`,
      'notes/lab.txt': `The address of GitLab is ${address}`,
      'release-notes.txt': `moved from ${address} of GitLab`,
      CHANGES: `moved from ${address}`,
      'Jenkinsfile.release': `sh "curl ${address}"`,
      'bin/hub': '#!/usr/bin/env ruby\nget("https://github.example.com/api/v3/repos")',
      'bin/lab': `\0ELF gitlab ${address}`,
      'bin/price': '#!/usr/bin/env python3\nimport gitlab\nget("https://api.coingecko.com/api/v3/ping")',
    });
    const { status, stdout } = runProgram(root, ['check']);
    expect(status).toBe(0);
    expect(stdout.match(/^ {2}\S+ {2}This file speaks v3.*$/gm)).toEqual([
      '  Jenkinsfile.release:1:1  This file speaks v3 and was left unread, since files like it (Jenkinsfile) are not read: move it by hand.',
      '  bin/sync:1:1  This file speaks v3 and was left unread, since files like it (without an extension) are not read: move it by hand. So was etc/cron.d/lab.',
      '  etc/lab.service:1:1  This file speaks v3 and was left unread, since files like it (.service) are not read: move it by hand.',
      '  notes/lab.txt:1:1  This file speaks v3 and was left unread, since files like it (.txt) are not read: move it by hand.',
    ]);
    expect(stdout).toContain('No GitLab request in 0 files, beside what was left unread.');
  });

  it('reads a page for what its scripts say, and is not stopped by a template that has nothing to move', () => {
    const page = (script: string): string => `<title>GitLab</title>\n<script>\n${script}\n</script>\n`;
    const root = makeDirectory({
      'words.html': page("track('/projects', 'gitlab')"),
      'filled.html': page("{% if open %} open('https://gitlab.com/ada') {% endif %}"),
      'text.html': '<p>https://gitlab.com/api/v3/projects, if (x) { gitlab() }</p>\n',
      'star.htm': page(star),
    });
    expect(runProgram(root, ['check', '--report', 'html=report.html']).stdout).toContain('star.htm');
    const { status, stdout, stderr } = runProgram(root, ['check', '--format', 'json']);
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('2 findings') as string });
    expect(new Set(parse(stdout).findings.map(({ file }) => file))).toEqual(new Set(['star.htm']));
    expect(parse(stdout).unresolved).toEqual([]);
    writeFileSync(join(root, 'broken.html'), page(`{% if open %} ${star} {% endif %}`));
    expect(runProgram(root, ['check']).status).toBe(3);
  });

  it('names files above the working directory', () => {
    const root = makeDirectory({ 'app/b.js': fine, 'lib/a.js': star });
    expect(runProgram(join(root, 'app'), ['check', '../lib']).stdout).toMatch(/^\.\.\/lib\/a\.js\n/);
  });

  it('writes reports to files too', () => {
    const root = makeDirectory({ 'a.js': star });
    const { stdout } = runProgram(root, ['check', '--report', 'json=out.json', '--report', 'text=out.txt']);
    expect(parse(readFileSync(join(root, 'out.json'), 'utf8')).summary).toMatchObject({ findings: 2 });
    expect(readFileSync(join(root, 'out.txt'), 'utf8')).toBe(stdout);
  });

  it('says no word beside the data if it is to be quiet', () => {
    expect(runProgram(makeDirectory({ 'a.js': star }), ['check', '--format', 'json', '--quiet']).stderr).toBe('');
  });

  it.each([
    [
      'does not parse',
      Buffer.from('fetch("/api/v3/projects"'),
      /broken\.js.*cannot be parsed: .* \(line 1, column \d+\)/,
    ],
    ['is not UTF-8', Buffer.from([0x2f, 0x2f, 0xe9, 0x0a]), /broken\.js.*is not UTF-8/],
    ['is UTF-16', Buffer.from('\uFEFFfetch("/api/v3/projects")', 'utf16le'), /broken\.js.*is UTF-16/],
  ])('exits with 3 if a file %s, and still reports the others', (_, content, message) => {
    const root = makeDirectory({ 'a.js': star, 'broken.js': content });
    const text = runProgram(root, ['check']);
    expect(text.status).toBe(3);
    expect(text.stdout).toMatch(message);
    expect(text.stdout).toContain('project-unstar');
    const json = runProgram(root, ['check', '--format', 'json']);
    expect(json.status).toBe(3);
    expect(json.stderr).toMatch(message);
    expect(parse(json.stdout).errors.map(({ file }) => file)).toEqual(['broken.js']);
  });

  it('minds a page in another encoding only if it speaks of GitLab', () => {
    const page = (script: string): Buffer => Buffer.from(`<p>caf\xe9</p><script>${script}</script>`, 'latin1');
    const root = makeDirectory({ 'a.js': star, 'old.html': page('draw(1);') });
    expect(runProgram(root, ['check']).status).toBe(1);
    const speaking = makeDirectory({ 'old.html': page("fetch('https://gitlab.com/api/v3/projects');") });
    const { status, stdout } = runProgram(speaking, ['check']);
    expect(status).toBe(3);
    expect(stdout).toMatch(/old\.html is not UTF-8/);
  });

  it('reads the configuration that holds', () => {
    const root = makeDirectory({
      'v4ward.config.json': '{ "exclude": ["legacy"], "ignore": ["api-prefix"] }',
      'app/legacy/a.js': star,
      'legacy/b.js': star,
      'app/c.js': star,
    });
    const { findings } = parse(runProgram(root, ['check', '--format', 'json']).stdout);
    expect(findings.map(({ file, change }) => [file, change])).toEqual([
      ['app/c.js', 'project-unstar'],
      ['app/legacy/a.js', 'project-unstar'],
    ]);
  });

  it('ends in a loop of links', () => {
    const root = makeDirectory({ 'a.js': star });
    symlinkSync(root, join(root, 'loop'));
    expect(parse(runProgram(root, ['check', '--format', 'json']).stdout).summary).toMatchObject({ files: 1 });
  });

  it('takes a closed pipe for the end', () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`a${String(index)}.js`, star]));
    const program = fileURLToPath(new URL('../../dist/bundle/v4ward.js', import.meta.url));
    const { stderr } = spawnSync(
      'sh',
      ['-c', '"$0" "$1" check --format json --quiet | head -c 10', process.execPath, program],
      { cwd: makeDirectory(files), encoding: 'utf8' },
    );
    expect(stderr).toBe('');
  });
});
