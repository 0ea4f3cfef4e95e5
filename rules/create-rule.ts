import type { Rule } from 'eslint';
import { ruleDescriptions } from '../src/catalogue/change.js';
import type { RuleName } from '../src/catalogue/change.js';
import { pageOfRule } from '../src/catalogue/page.js';
import type { Edit, Finding } from '../src/migration/finding.js';
import { examineFile, mayHoldRequests } from './examination.js';
import type { Context, Examination } from './examination.js';
import { isFixable, messagesOf, sayExported, sayFinding, saySuggestion } from './messages.js';
import { checkIgnored, defaultOptions, schemaOf } from './options.js';
import type { Options } from './options.js';
import { readSettings } from './settings.js';

export interface Description {
  readonly name: RuleName;
  readonly type: 'problem' | 'suggestion';
}

/** A rule of ESLint's that says what it is. */
export type DescribedRule = Rule.RuleModule & { readonly meta: Rule.RuleMetaData };

/** A rule that reports the findings of the rows that name it. */
export function createRule({ name, type }: Description): DescribedRule {
  const messages = messagesOf(name);
  const hasFixes = isFixable(name);
  return {
    meta: {
      type,
      docs: { description: ruleDescriptions[name], url: pageOfRule(name), recommended: true },
      ...(hasFixes ? { fixable: 'code', hasSuggestions: true } : {}),
      schema: schemaOf(name),
      defaultOptions: [defaultOptions],
      messages,
      // Silent where there is no JavaScript: a configuration for all files must not fail on others.
      languages: ['*'],
    },
    create(given) {
      // ESLint's types say ESTree, typescript-eslint's what parsers really give; the object is the same.
      const context = given as unknown as Context;
      const { ignore } = context.options[0] as Options;
      if (ignore.length > 0) checkIgnored(name, ignore, readSettings(context).configuration);
      if (!mayHoldRequests(context)) return {};
      return {
        Program() {
          const examination = examineFile(context);
          const own = examination.findings.filter(({ rule, change }) => rule === name && !ignore.includes(change));
          for (const finding of withoutTold(own)) given.report(toReport(finding, examination, given));
        },
      };
    },
  };

  function toReport(
    finding: Finding,
    examination: Examination,
    { sourceCode }: Rule.RuleContext,
  ): Rule.ReportDescriptor {
    const { start, end } = finding.place;
    return {
      loc: { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) },
      ...sayFinding(messages, finding),
      ...(hasFixes ? toRemedy(finding, examination) : {}),
    };
  }
}

type Remedy = Pick<Rule.ReportDescriptorOptions, 'fix' | 'suggest'>;

/**
 * A fix if it is sure and nothing holds it back, a suggestion if a person must say so, nothing if nobody can tell, if
 * other fixes come first, or if it writes to another file.
 */
function toRemedy(finding: Finding, { leaves }: Examination): Remedy {
  const { edits, place, certainty, heldBy, after, elsewhere, rule } = finding;
  if (edits.length === 0 || certainty === 'manual' || after.length + elsewhere.length > 0) return {};
  const fix = toFix(edits);
  const isSettled = certainty === 'safe' && heldBy.length === 0;
  if (!isSettled) return { suggest: [{ ...saySuggestion(finding), fix }] };
  return rule === 'no-v3-prefix' && leaves(place.start) ? { suggest: [{ ...sayExported(finding), fix }] } : { fix };
}

function toFix(edits: readonly Edit[]): NonNullable<Remedy['fix']> {
  return (fixer) => edits.map(({ start, end, text }) => fixer.replaceTextRange([start, end], text));
}

/** Requests behind several bases may ask for the same at the same place, which is told once. */
function withoutTold(findings: readonly Finding[]): Finding[] {
  const toKey = ({ place, message, heldBy }: Finding): string => [place.start, place.end, message, ...heldBy].join(' ');
  const told = new Set<string>();
  return findings.filter((finding) => {
    const isNew = !told.has(toKey(finding));
    told.add(toKey(finding));
    return isNew;
  });
}
