import type { Tree } from './syntax/tree.js';

/**
 * How much the analysis may cost, in steps: looks at one expression. Each starting point has a budget of its own, so that
 * none is given up because of another. Where nearly all values of a file are made of each other, a thousand starting
 * points would each use theirs up, so a file has one too, by its size. What goes over that is told: see
 * `findings/exceeded.ts`.
 */
export interface Budget {
  /** What is left to the starting point. */
  left: number;
  /** What it was given. */
  given: number;
  /** The file that it is charged to. */
  file: string;
  /** What the starting points of each file have cost. */
  readonly spent: Map<string, number>;
  /** Files with a starting point that was given up because of those before it. */
  readonly exceeded: Set<string>;
}

const mostSteps = 5_000;

/** After so many steps of one starting point, values are taken as soon as they are there, precise or not. */
const patientSteps = 1_000;

/** A file may cost so many steps, and so many more for each character, up to a bound. Beyond that its starting points get few. */
const stepsOfFile = 50_000;
const stepsOfCharacter = 1;
const mostOfFile = 300_000;
const fewSteps = 100;

/** What has a budget. */
interface Spender {
  readonly budget: Budget;
}

export function createBudget(): Budget {
  return { left: mostSteps, given: mostSteps, file: '', spent: new Map(), exceeded: new Set() };
}

/** Another that is charged to the same files. */
export function shareBudget({ spent, exceeded }: Budget): Budget {
  return { ...createBudget(), spent, exceeded };
}

/** @param tree the file of the next starting point; without it that is charged to the file of the one before */
export function renewBudget({ budget }: Spender, tree?: Tree): void {
  charge(budget);
  if (tree !== undefined) {
    const most = Math.min(stepsOfFile + stepsOfCharacter * tree.text.length, mostOfFile);
    budget.file = tree.file;
    budget.given = (budget.spent.get(tree.file) ?? 0) < most ? mostSteps : fewSteps;
  }
  budget.left = budget.given;
}

function charge({ file, given, left, spent }: Budget): void {
  if (left < given) spent.set(file, (spent.get(file) ?? 0) + given - left);
}

/** Takes steps for what is looked at beside expressions. */
export function spend({ budget }: Spender, steps: number): void {
  budget.left -= steps;
}

/** What is looked up for its own sake is not given up because of what was looked at before, nor the other way round. */
export function withOwnBudget<T>({ budget }: Spender, work: () => T): T {
  const { left, given, file } = budget;
  budget.left = given;
  const result = work();
  charge(budget);
  Object.assign(budget, { left, given, file });
  return result;
}

/** Whether the rest is to be given up as unknown. */
export function isSpent({ budget }: Spender): boolean {
  if (budget.left > 0) return false;
  if (budget.given < mostSteps) budget.exceeded.add(budget.file);
  return true;
}

/** Whether the starting point at hand has cost little so far, so that precision may cost more. */
export function isPatient({ budget }: Spender): boolean {
  return budget.left > mostSteps - patientSteps;
}
