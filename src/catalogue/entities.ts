import type { Entity, RoutePattern } from './change.js';

/** The routes whose answer describes one thing, and those whose answer lists many, in v3 and in v4. */
export interface Described {
  readonly entity: Entity;
  readonly one: readonly RoutePattern[];
  readonly many: readonly RoutePattern[];
}

/** What answers describe, where the id of one thing becomes another one in v4. GitLab's lib/api/entities.rb, 8.16 and 9.0. */
export const entities: readonly Described[] = [
  {
    entity: 'issue',
    one: [
      'POST /projects/:id/issues',
      'GET|PUT|DELETE /projects/:id/issues/:issue_id',
      'POST /projects/:id/issues/:issue_id/move',
      'POST|DELETE /projects/:id/issues/:issue_id/subscription',
    ],
    many: [
      'GET /issues',
      'GET /projects/:id/issues',
      'GET /groups/:id/issues',
      'GET /projects/:id/milestones/:milestone_id/issues',
      'GET /projects/:id/merge_requests/:merge_request_id/closes_issues',
      'GET /projects/:id/merge_request/:merge_request_id/closes_issues',
    ],
  },
  {
    entity: 'merge request',
    one: [
      'POST /projects/:id/merge_requests',
      'GET|PUT|DELETE /projects/:id/merge_requests/:merge_request_id',
      'GET|PUT /projects/:id/merge_request/:merge_request_id',
      'GET /projects/:id/merge_requests/:merge_request_id/changes',
      'GET /projects/:id/merge_request/:merge_request_id/changes',
      'PUT /projects/:id/merge_requests/:merge_request_id/merge',
      'PUT /projects/:id/merge_request/:merge_request_id/merge',
      'POST|DELETE /projects/:id/merge_requests/:merge_request_id/subscription',
      'POST|DELETE /projects/:id/merge_request/:merge_request_id/subscription',
    ],
    many: ['GET /projects/:id/merge_requests', 'GET /projects/:id/milestones/:milestone_id/merge_requests'],
  },
];
