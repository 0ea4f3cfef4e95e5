import type { Evaluation } from '../../analysis/evaluate.js';
import type { Notice } from '../finding.js';

/** One notice for each file that would cost too much to look at whole. */
export function tellExceeded({ budget, project }: Evaluation): Notice[] {
  return [...budget.exceeded]
    .filter((file) => project.files.includes(file))
    .map((file) => ({
      kind: 'unread-values',
      change: null,
      place: { file, start: 0, end: 0 },
      message:
        'The values of this file are made of each other in so many ways that some were left out of sight: what it sends, or reads of answers, may not all be told.',
    }));
}
