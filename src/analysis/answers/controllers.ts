import { openTree } from '../evaluate.js';
import type { Evaluation } from '../evaluate.js';

// What templates call the object whose members they show

/** By what everybody calls it. */
const usual = /^(?:vm|ctrl|scope|root|parent|self|this|state)$|(?:Ctrl|Controller|Vm)$/;

/**
 * `ng-controller="Project as one"`, `controller: 'Project as one'`, `controllerAs: 'one'`.
 *
 * @see https://docs.angularjs.org/api/ng/directive/ngController
 */
const naming = /\bcontroller(?:As\s*:\s*["']|\s*[:=]\s*["'][\w.]+\s+as\s+)([\w$]+)/g;

const known = new WeakMap<Evaluation, ReadonlySet<string>>();

function controllersOf(evaluation: Evaluation): ReadonlySet<string> {
  const before = known.get(evaluation);
  if (before !== undefined) return before;
  const texts = evaluation.project.files.flatMap((file) => openTree(evaluation, file)?.text ?? []);
  const names = new Set(texts.flatMap((text) => Array.from(text.matchAll(naming), ([, name = '']) => name)));
  known.set(evaluation, names);
  return names;
}

/** Tells the project's other parts what this one calls controllers. */
export function offerControllers(evaluation: Evaluation): void {
  for (const name of controllersOf(evaluation)) evaluation.project.others?.offer('controller', name);
}

/** Whether a name of a template is that of a controller, or of a component itself: `$ctrl`, without its sign. */
export function isController(evaluation: Evaluation, name: string): boolean {
  evaluation.project.others?.ask('controller', name);
  return usual.test(name) || controllersOf(evaluation).has(name);
}
