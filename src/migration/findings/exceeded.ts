import type { Evaluation } from '../../analysis/evaluate.js';
import { namesService } from '../../analysis/triggers.js';
import type { Notice } from '../finding.js';

/**
 * One notice for each file that would cost too much to look at whole, unless it has nothing to do with GitLab.
 *
 * @param isSent whether requests of GitLab's are found in the project
 */
export function tellExceeded({ budget, project }: Evaluation, isSent: boolean): Notice[] {
  return [...budget.exceeded]
    .filter((file) => isSent || namesService(project.parse(file)?.text ?? ''))
    .map((file) => ({
      kind: 'unread-values',
      change: null,
      place: { file, start: 0, end: 0 },
      message:
        'The values of this file are made of each other in so many ways that some were left out of sight: what it sends, or reads of answers, may not all be told.',
    }));
}
