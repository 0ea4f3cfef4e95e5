import { readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../rules/index.js';
import type { Change } from '../../src/catalogue/change.js';
import { changes } from '../../src/catalogue/index.js';
import { pageOf } from '../../src/catalogue/page.js';
import { listCode, listSections } from './markdown.js';

const strict = plugin.configs.strict;

function readPage(rule: string): string {
  return readFileSync(new URL(`../../docs/rules/${rule}.md`, import.meta.url), 'utf8');
}

function lint(code: string, config: Linter.Config[] = [strict]): Linter.LintMessage[] {
  return new Linter({ cwd: '/nowhere' }).verify(code, config, 'example.js');
}

/** Whether a message is a rule's about a row: it names the address of the row's section. */
function isAbout(change: Change): (message: Linter.LintMessage) => boolean {
  const address = pageOf(change);
  return ({ ruleId, message }) => ruleId === `v4ward/${change.rule}` && message.split(' ').includes(address);
}

describe.each(Object.keys(plugin.rules))('the page of %s', (rule) => {
  const page = readPage(rule);
  const own = changes.filter((change) => change.rule === rule);
  const sections = listSections(page, 3);

  it('has a section for each of its changes, and no others', () => {
    expect([...sections.keys()]).toEqual(own.map(({ id }) => id));
  });

  it('lists them with their certainty', () => {
    const rows = [...page.matchAll(/^\| \[([\w-]+)\]\(#([\w-]+)\) .*\| (\w+) \|$/gm)].map((row) => row.slice(1));
    expect(rows).toEqual(own.map(({ id, certainty }) => [id, id, certainty]));
  });

  it('has options that ESLint takes', async () => {
    const [code = ''] = listCode(listSections(page, 2).get('Options') ?? '', 'js');
    const { default: options } = (await import(`data:text/javascript,export default ${encodeURIComponent(code)}`)) as {
      default: Linter.Config;
    };
    const [ignored = ''] = /(?<=ignore: \[')[\w-]+/.exec(code) ?? [];
    const change = own.find(({ id }) => id === ignored);
    if (change === undefined) throw new Error(`${ignored} is no change of this rule`);
    const [before = ''] = listCode(sections.get(ignored) ?? '', 'js');
    expect(lint(before).filter(isAbout(change))).not.toEqual([]);
    expect(lint(before, [strict, options]).filter(isAbout(change))).toEqual([]);
  });

  describe.each(own.map((change) => [change.id, change] as const))('%s', (id, change) => {
    const section = sections.get(id) ?? '';
    const [before = '', after = '', ...more] = listCode(section, 'js');

    it('says what the row says', () => {
      for (const text of [change.says, change.because, change.message, change.source]) expect(section).toContain(text);
      expect(section).toContain(`\`${change.example.before}\``);
      if (change.example.after !== null) expect(section).toContain(`\`${change.example.after}\``);
    });

    it('is reported as it was', () => {
      expect(lint(before).filter(isAbout(change))).not.toEqual([]);
    });

    it('is not reported as it should be, nor is anything else', () => {
      expect(after).not.toBe('');
      expect(more).toEqual([]);
      expect(lint(after)).toEqual([]);
    });

    it(change.certainty === 'safe' ? 'is fixed so' : 'is left to a person', () => {
      const { output } = new Linter({ cwd: '/nowhere' }).verifyAndFix(before, [strict], { filename: 'example.js' });
      if (change.certainty === 'safe') expect(output).toBe(after);
      else expect(lint(before).filter((message) => isAbout(change)(message) && message.fix !== undefined)).toEqual([]);
    });
  });
});
