import type { Change } from './change.js';

export const groups = [
  {
    id: 'groups-owned',
    release: '9.0',
    rule: 'no-v3-endpoint',
    certainty: 'safe',
    moved: { from: 'GET /groups/owned', to: 'GET /groups?owned=true' },
    says: 'GET /groups/owned is removed; use GET /groups?owned=true',
    because: 'v4 looks for a group whose path is `owned`.',
    source: 'document, 9.0',
    message: 'Use `GET /groups?owned=true`.',
    example: { before: 'GET /groups/owned?per_page=50', after: 'GET /groups?per_page=50&owned=true' },
  },
] satisfies readonly Change[];
