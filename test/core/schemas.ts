import { Ajv } from 'ajv';

/** What GitLab's own payloads allow, written from its entities: the core's answers must be of these shapes. */

const user = {
  type: 'object',
  required: ['id', 'name', 'username', 'state', 'avatar_url', 'web_url'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    username: { type: 'string' },
    state: { type: 'string' },
    avatar_url: { type: ['string', 'null'] },
    web_url: { type: 'string' },
  },
};

const text = { type: ['string', 'null'] };
const number = { type: ['integer', 'null'] };

const event = {
  type: 'object',
  required: [
    ...['id', 'title', 'project_id', 'action_name', 'target_id', 'target_iid', 'target_type', 'author_id'],
    ...['target_title', 'created_at', 'author', 'author_username', 'data'],
  ],
  additionalProperties: false,
  properties: {
    id: { type: 'integer' },
    title: { type: 'null' },
    project_id: { type: 'integer' },
    action_name: {
      enum: [
        ...['opened', 'created', 'closed', 'accepted', 'joined', 'left', 'removed due to membership expiration from'],
        ...['destroyed', 'commented on', 'pushed to', 'pushed new', 'deleted', 'updated', 'approved', 'reopened'],
      ],
    },
    target_id: number,
    target_iid: number,
    target_type: text,
    author_id: { type: 'integer' },
    target_title: text,
    created_at: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' },
    author: user,
    author_username: text,
    data: { type: 'null' },
    note: {
      type: 'object',
      required: ['id', 'body', 'attachment', 'author', 'created_at', 'system', 'noteable_id', 'noteable_type'],
      properties: { author: user },
    },
    push_data: {
      type: 'object',
      required: ['commit_count', 'action', 'ref_type', 'commit_from', 'commit_to', 'ref', 'commit_title'],
      properties: {
        commit_count: { type: 'integer' },
        action: { enum: ['created', 'removed', 'pushed'] },
        ref_type: { enum: ['branch', 'tag'] },
        commit_from: text,
        commit_to: text,
        ref: text,
        commit_title: { type: ['string', 'null'], maxLength: 70 },
      },
    },
  },
};

const validateEvents = new Ajv({ strict: false }).compile({ type: 'array', items: event });

/** What is wrong with a list of events; null if nothing is. */
export function findEventProblem(body: unknown): unknown {
  return validateEvents(body) ? null : validateEvents.errors;
}
