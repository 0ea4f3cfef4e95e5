/**
 * Words without one of which no file sends, reads or serves a request of the API that a change speaks of. In lower
 * case; found anywhere in a file's text, so that files without one need no parsing. Rather a word too many: it costs
 * a parse, where a word too few costs a finding.
 */
const triggers = [
  'gitlab',
  'api/v',
  '/v3',
  'private-token',
  'private_token',
  'projects',
  'merge_request',
  'merge-request',
  'mergerequest',
  '/repository/',
  '/groups',
  '/users',
  '/issues',
  '/builds',
  '/todos',
  '/session',
  '/licenses',
  '/gitignores',
  '/gitlab_ci_ymls',
  '/dockerfiles',
  '/runners',
  '/snippets',
  '/triggers',
  '/keys',
  '/notes',
  '/subscription',
  '/milestones',
  '/environments',
  '/pipelines',
  '/user/',
  'object_attributes',
];

const pattern = new RegExp(triggers.map((word) => word.replace(/[/\\.]/g, '\\$&')).join('|'), 'i');

/** Whether a text may have anything to do with GitLab's API. */
export function hasTrigger(text: string): boolean {
  return pattern.test(text);
}
