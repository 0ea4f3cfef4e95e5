/**
 * The requests that the corpora plant, each once a time. `:name` in a path is a parameter of the function that sends
 * it; query and body are text of an object, which may use those too.
 */
export const routes = [
  { name: 'listOwnProjects', sends: 'GET /projects/owned' },
  { name: 'findProject', sends: 'GET /projects/:projectId' },
  { name: 'listProjects', sends: 'GET /projects', query: '{ per_page: 50 }' },
  { name: 'removeStar', sends: 'DELETE /projects/:projectId/star' },
  { name: 'listBuilds', sends: 'GET /projects/:projectId/builds' },
  { name: 'findBuild', sends: 'GET /projects/:projectId/builds/:buildId' },
  { name: 'retryBuild', sends: 'POST /projects/:projectId/builds/:buildId/retry' },
  { name: 'listIssues', sends: 'GET /projects/:projectId/issues', query: "{ state: 'opened' }" },
  { name: 'createIssue', sends: 'POST /projects/:projectId/issues', body: '{ title: projectId }' },
  { name: 'listLabels', sends: 'GET /projects/:projectId/labels' },
  { name: 'createLabel', sends: 'POST /projects/:projectId/labels', body: "{ name: 'bug', color: '#d9534f' }" },
  {
    name: 'createBranch',
    sends: 'POST /projects/:projectId/repository/branches',
    body: "{ branch_name: 'next', ref: 'master' }",
  },
  { name: 'removeTag', sends: 'DELETE /projects/:projectId/repository/tags/:tagName' },
  { name: 'listHooks', sends: 'GET /projects/:projectId/hooks' },
  { name: 'listRunners', sends: 'GET /projects/:projectId/runners' },
  { name: 'listMergeRequests', sends: 'GET /projects/:projectId/merge_requests', query: "{ state: 'merged' }" },
  { name: 'listGroups', sends: 'GET /groups' },
  { name: 'listMembers', sends: 'GET /groups/:groupId/members' },
  { name: 'findUser', sends: 'GET /users/:accountId' },
  { name: 'findOwnUser', sends: 'GET /user' },
].map(({ sends, ...row }) => ({ ...row, method: sends.split(' ')[0], path: sends.split(' ')[1] }));

/** @typedef {(typeof routes)[number]} Route */

/** Names of the parameters, in order. */
export function parametersOf({ path }) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
}

/** The text of an expression for a path behind a prefix, itself text of an expression; null if the path stands alone. */
export function toPathText(path, prefix, concatenated) {
  return concatenated ? toConcatenation(path, prefix) : toTemplate(path, prefix);
}

function toTemplate(path, prefix) {
  const start = prefix === null ? '' : `\${${prefix}}`;
  const text = path.replace(/:(\w+)/g, (_, name) => `\${${name}}`);
  return start === '' && !text.includes('$') ? `'${text}'` : `\`${start}${text}\``;
}

function toConcatenation(path, prefix) {
  const pieces = path.split(/:(\w+)/).flatMap((piece, index) => {
    if (piece === '') return [];
    return [index % 2 === 0 ? `'${piece}'` : piece];
  });
  return [...(prefix === null ? [] : [prefix]), ...pieces].join(' + ');
}
