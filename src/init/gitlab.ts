import { isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import type { Document, YAMLMap } from 'yaml';
import type { PackageManager } from './package-manager.js';
import { lineEndOf } from './splice.js';
import type { Files, Step } from './step.js';

const file = '.gitlab-ci.yml';

/** The image of a job in which v4ward runs. */
const image = 'node:22';

/** Adds a job to the pipeline of a project that has one. */
export function planGitlab(files: Files, manager: PackageManager, check: string): Step[] {
  const text = files.read(file);
  if (text === null) return [];
  if (/\bv4ward\b/.test(text)) return [{ kind: 'present', about: `${file} has v4ward.` }];
  const about = `Add a job to ${file}`;
  const read = readPipeline(text);
  if ('because' in read)
    return [{ kind: 'advice', about, because: read.because, snippet: toJob({ ...unknown, manager, check }) }];
  const job = toJob({ ...read, manager, check });
  const after = append(text, job);
  if (!isProven(text, after))
    return [{ kind: 'advice', about, because: 'its end is written in a way that is not understood', snippet: job }];
  return [
    {
      kind: 'write',
      file,
      before: text,
      after,
      about: 'a job that fails on findings, and shows them in merge requests',
    },
  ];
}

/** What the file says that a new job has to fit. */
interface Pipeline {
  /** Null: the default one, `test`. */
  readonly stage: string | null;
  readonly hasNode: boolean;
}

const unknown: Pipeline = { stage: null, hasNode: false };

function readPipeline(text: string): Pipeline | { readonly because: string } {
  const [document, ...others] = parseAllDocuments(text, { logLevel: 'silent' });
  if (document === undefined || !('contents' in document)) return { because: 'it is empty' };
  if (others.length > 0) return { because: 'it holds several documents' };
  if (document.errors.length > 0) return { because: 'it is not valid YAML' };
  const { contents } = document;
  if (!isMap(contents) || contents.flow === true) return { because: 'it is no list of jobs by name' };
  const stages = readStages(contents);
  if (stages === null && contents.has('include'))
    return { because: 'the files that it includes may say which stages there are' };
  return { stage: stages === null ? null : chooseStage(stages), hasNode: readImages(document).some(isNode) };
}

function readStages(contents: YAMLMap): readonly string[] | null {
  const stages = contents.get('stages');
  if (!isSeq(stages)) return null;
  return stages.items.flatMap((item) => (isScalar(item) && typeof item.value === 'string' ? [item.value] : []));
}

/** Null where it is the one that a job is in by default. https://docs.gitlab.com/ci/yaml/#stages */
function chooseStage(stages: readonly string[]): string | null {
  if (stages.includes('test')) return null;
  return stages.find((name) => /lint|test|check|verif|quality/i.test(name)) ?? stages[0] ?? null;
}

function readImages(document: Document): unknown[] {
  return [['image'], ['image', 'name'], ['default', 'image'], ['default', 'image', 'name']].map((path) =>
    document.getIn(path),
  );
}

function isNode(value: unknown): boolean {
  return typeof value === 'string' && /(?:^|\/)node:(?:20|22|24|lts|current)/.test(value);
}

interface Job extends Pipeline {
  readonly manager: PackageManager;
  readonly check: string;
}

function toJob({ stage, hasNode, manager, check }: Job): string {
  const lines = [
    'v4ward:',
    ...(stage === null ? [] : [`  stage: ${JSON.stringify(stage)}`]),
    ...(hasNode ? [] : [`  image: ${image}`]),
    '  script:',
    ...[...manager.install, `${check} --report gitlab=gl-code-quality-report.json`].map((line) => `    - ${line}`),
    '  artifacts:',
    '    when: always',
    '    reports:',
    '      codequality: gl-code-quality-report.json',
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function append(text: string, job: string): string {
  const end = lineEndOf(text);
  const head = text === '' || text.endsWith('\n') ? text : text + end;
  return `${head}${end}${job.replaceAll('\n', end)}`;
}

/** Read again, the file must say all that it said, and the job. */
function isProven(before: string, after: string): boolean {
  const [old, now] = [before, after].map((text) => parseAllDocuments(text, { logLevel: 'silent' }));
  if (now?.length !== 1 || now[0]?.errors.length !== 0) return false;
  const { v4ward, ...others } = now[0].toJS() as Readonly<Record<string, unknown>>;
  return v4ward !== undefined && JSON.stringify(others) === JSON.stringify(old?.[0]?.toJS());
}
