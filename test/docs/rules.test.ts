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
function isAbout(change: Change, rule: string): (message: Linter.LintMessage) => boolean {
  const address = pageOf(change);
  return ({ ruleId, message }) => ruleId === `v4ward/${rule}` && message.split(' ').includes(address);
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
    expect(lint(before).filter(isAbout(change, rule))).not.toEqual([]);
    expect(lint(before, [strict, options]).filter(isAbout(change, rule))).toEqual([]);
  });

  describe.each(own.map((change) => [change.id, change] as const))('%s', (id, change) => {
    const section = sections.get(id) ?? '';
    const examples = listExamples(section);

    it('says what the row says', () => {
      for (const text of [change.says, change.because, change.message, change.source]) expect(section).toContain(text);
      expect(section).toContain(`\`${change.example.before}\``);
      if (change.example.after !== null) expect(section).toContain(`\`${change.example.after}\``);
    });

    it('has examples, of this rule first, and of a fix if there may be one', () => {
      expect(examples.length * 2).toBe(listCode(section, 'js').length);
      expect(examples[0]?.rule ?? rule).toBe(rule);
      expect(examples[0]?.by).toBe(change.certainty === 'safe' ? 'Fixed' : 'As a person may settle it');
    });

    it.each(examples)('reports $before', ({ rule: by = rule, before }) => {
      expect(lint(before).filter(isAbout(change, by))).not.toEqual([]);
    });

    it.each(examples.filter(({ by }) => by !== 'Fixed'))(
      'leaves to a person $before',
      ({ rule: by = rule, before }) => {
        const open = lint(before).filter((message) => isAbout(change, by)(message) && message.fix === undefined);
        expect(open).not.toEqual([]);
      },
    );

    it.each(examples)('finds nothing in $after', ({ after }) => {
      expect(lint(after)).toEqual([]);
    });

    it.each(examples)('$by: $after', ({ by, before, after }) => {
      const { output } = new Linter({ cwd: '/nowhere' }).verifyAndFix(before, [strict], { filename: 'example.js' });
      if (by === 'Fixed') expect(output).toBe(after);
      else expect(output).not.toBe(after);
    });
  });
});

interface Example {
  /** Where another rule than the page's reports it. */
  readonly rule: string | undefined;
  readonly before: string;
  readonly by: string;
  readonly after: string;
}

/** `Reported:`, a block of code, what is said of the other, and that. */
function listExamples(section: string): Example[] {
  const code = '```js\\n(.*?)```';
  const pattern = new RegExp(
    `^Reported[^[\\n]*(?:\\[([\\w-]+)\\]\\(.+\\))?:\\n\\n${code}\\n\\n(.*?):\\n\\n${code}`,
    'gms',
  );
  return [...section.matchAll(pattern)].map(([, rule, before = '', by = '', after = '']) => ({
    rule,
    before,
    by,
    after,
  }));
}
