import type { Choice } from '../src/migration/choose.js';
import { findAnswer, listQuestions, noAnswers, withAnswer, withAnswers, withLate } from '../src/migration/review.js';
import type { Answer, Answers, Question } from '../src/migration/review.js';
import type { Migration } from '../src/migration/rounds.js';

/** A person who is asked. */
export interface Reviewer {
  readonly ask: (question: Question) => Promise<Answer>;
  /** A base waits, since one of its fixes was refused. */
  readonly tellWaiting: (question: Question, left: Left) => void;
}

/** The other fixes of a base that are left with a refused one. */
export interface Left {
  /** How many questions they are. */
  readonly others: number;
  /** How many of them had been accepted. */
  readonly accepted: number;
}

/**
 * Asks about every fix before any is made. The migration is made anew, in memory, with what was refused, until all that
 * it does was accepted.
 *
 * @param run makes the migration
 */
export async function review<Run extends { readonly migration: Migration }>(
  run: (choice: Choice) => Run,
  choice: Choice,
  reviewer: Reviewer,
): Promise<Run> {
  let answers = noAnswers;
  for (;;) {
    const current = run(withAnswers(choice, answers));
    const settled = withLate(answers, current.migration);
    const questions = settled === answers ? listQuestions(current.migration, answers, choice) : [];
    if (settled === answers && questions.length === 0) return current;
    answers = await askAll(questions, settled, reviewer);
  }
}

/** What was said of the questions so far. */
interface Said {
  readonly answers: Answers;
  readonly accepted: readonly Question[];
  /** The bases that wait: there is nothing more to ask about them. */
  readonly waiting: ReadonlySet<string>;
}

async function askAll(questions: readonly Question[], answers: Answers, reviewer: Reviewer): Promise<Answers> {
  let said: Said = { answers, accepted: [], waiting: new Set() };
  for (const question of questions) {
    if (question.base !== null && said.waiting.has(question.base.transaction)) continue;
    const answer = findAnswer(question, said.answers) ?? (await reviewer.ask(question));
    said = isYes(answer) ? withYes(said, question, answer) : withNo(said, question, answer, reviewer);
  }
  return said.answers;
}

function isYes(answer: Answer): boolean {
  return answer === 'yes' || answer === 'all';
}

function withYes({ answers, accepted, waiting }: Said, question: Question, answer: Answer): Said {
  return { answers: withAnswer(answers, question, answer), accepted: [...accepted, question], waiting };
}

function withNo(said: Said, question: Question, answer: Answer, { tellWaiting }: Reviewer): Said {
  const answers = withAnswer(said.answers, question, answer);
  const { base } = question;
  if (base?.waits !== true) return { ...said, answers };
  const accepted = said.accepted.filter((one) => one.base?.transaction === base.transaction).length;
  const isNews = !said.answers.quit || accepted > 0;
  if (base.questions > 1 && isNews) tellWaiting(question, { others: base.questions - 1, accepted });
  return { ...said, answers, waiting: new Set([...said.waiting, base.transaction]) };
}
