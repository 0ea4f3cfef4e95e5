import { RuleCreator } from '@typescript-eslint/utils/eslint-utils';
import type { JSONSchema, TSESLint } from '@typescript-eslint/utils';
import type { Change, RuleName } from '../src/catalogue/change.js';
import { changes } from '../src/catalogue/index.js';
import { pageOfRule } from '../src/catalogue/page.js';
import type { Edit, Finding } from '../src/migration/finding.js';
import { mayHoldRequests, openFindings } from './examination.js';

export interface Description {
  readonly name: RuleName;
  /** What the rule forbids, as ESLint's documentation has it: a sentence without a full stop. */
  readonly description: string;
}

export type Options = [{ readonly ignore: readonly string[] }];
export type MessageId = 'finding' | 'fix';
export type Rule = TSESLint.RuleModule<MessageId, Options>;

const create = RuleCreator<TSESLint.RuleMetaDataDocs>((name) => pageOfRule(name as RuleName));

/** A rule that reports the findings of the rows that name it. */
export function createRule({ name, description }: Description): Rule {
  return create<Options, MessageId>({
    name,
    meta: {
      type: name === 'review-v4-behavior' ? 'suggestion' : 'problem',
      docs: { description },
      fixable: 'code',
      hasSuggestions: true,
      schema: [toSchema(name)],
      defaultOptions: [{ ignore: [] }],
      messages: { finding: '{{message}}', fix: '{{what}}' },
    },
    create: (context, [{ ignore }]) => {
      if (!mayHoldRequests(context)) return {};
      return {
        Program() {
          for (const finding of openFindings(context))
            if (finding.rule === name && !ignore.includes(finding.change)) report(context, finding);
        },
      };
    },
  });
}

function toSchema(name: RuleName): JSONSchema.JSONSchema4 {
  const rows = changes.filter((change) => mayReport(name, change)).map(({ id }) => id);
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      ignore: {
        type: 'array',
        description: 'Changes that this rule does not report, by the id of their row in the catalogue.',
        items: { type: 'string', enum: rows },
        uniqueItems: true,
      },
    },
  };
}

/** Its own rows; what is read of an answer is reported as such, though the row be about a request too. */
function mayReport(name: RuleName, { rule, answers = [] }: Change): boolean {
  if (rule === name) return true;
  return name === 'no-v3-response' && rule !== 'review-v4-behavior' && answers.length > 0;
}

type Context = Readonly<TSESLint.RuleContext<MessageId, Options>>;

function report(context: Context, finding: Finding): void {
  const { start, end } = finding.place;
  const { sourceCode } = context;
  context.report({
    loc: { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(end) },
    messageId: 'finding',
    data: { message: finding.message },
    ...toRemedy(finding),
  });
}

type Remedy = Pick<TSESLint.ReportDescriptor<MessageId>, 'fix' | 'suggest'>;

/** A fix if it is sure and nothing holds it back, a suggestion if a person must say so, nothing if nobody can tell. */
function toRemedy(finding: Finding): Remedy {
  const fix = toFix(finding.edits);
  if (finding.edits.length === 0 || finding.certainty === 'manual') return {};
  if (finding.certainty === 'safe' && finding.heldBy.length === 0) return finding.after.length > 0 ? {} : { fix };
  return { suggest: [{ messageId: 'fix', data: { what: describeFix(finding) }, fix }] };
}

function toFix(edits: readonly Edit[]): TSESLint.ReportFixFunction {
  return (fixer) => edits.map(({ start, end, text }) => fixer.replaceTextRange([start, end], text));
}

function describeFix({ change, replacement, reason, heldBy }: Finding): string {
  const what = replacement === null ? `Apply ${change}` : `Change to ${replacement}`;
  const held = heldBy.length === 0 ? null : `held back by ${heldBy.join(', ')}`;
  const why = [reason, held].filter((each) => each !== null).join('; ');
  return why === '' ? `${what}.` : `${what}: ${why}`;
}
