import {
  actionNamesInAnswers,
  actions,
  commonSwitches,
  epicSwitch,
  levels,
  pushActions,
  switchesOf,
  targetTypes,
  userStates,
} from './vocabulary.js';
import type { SettingScope } from './vocabulary.js';
import { paginationParameters } from './pagination.js';
import type { ParameterSchema, ParametersSchema } from './validation.js';

/** Parameters and answers in JSON Schema: what validates, what writes the answers, and what the OpenAPI document shows. */

const levelParameter = {
  type: 'string',
  enum: levels,
  description: 'The notification level.',
  'x-checked-by-endpoint': true,
} as const satisfies ParameterSchema;

const emailParameter = {
  type: 'string',
  format: 'email',
  description: "The address that receives notifications: one of the user's own.",
} as const satisfies ParameterSchema;

function toSwitchParameters(scope: SettingScope): Readonly<Record<string, ParameterSchema>> {
  return Object.fromEntries(
    switchesOf[scope].map((name): [string, ParameterSchema] => [
      name,
      { type: 'boolean', description: 'Whether this e-mail event is sent at level custom.' },
    ]),
  );
}

/** What a PUT of notification settings takes, in the order in which problems are told. */
export function toSettingParameters(scope: SettingScope): ParametersSchema {
  const own = scope === 'global' ? { notification_email: emailParameter } : {};
  return { type: 'object', properties: { level: levelParameter, ...own, ...toSwitchParameters(scope) } };
}

const eventFilters = {
  action: { type: 'string', enum: actions, description: 'Only events of this action.' },
  target_type: {
    type: 'string',
    enum: Object.keys(targetTypes),
    description: 'Only events of this target type.',
  },
  before: { type: 'string', format: 'date', description: 'Only events created before this day (UTC).' },
  after: { type: 'string', format: 'date', description: 'Only events created after this day (UTC).' },
  sort: { type: 'string', enum: ['asc', 'desc'], default: 'desc', description: 'The order, by created_at.' },
} as const satisfies Readonly<Record<string, ParameterSchema>>;

const scopeParameter = {
  type: 'string',
  description: "all: the events of everybody in the user's projects. Other values change nothing.",
} as const satisfies ParameterSchema;

export const eventParameters: ParametersSchema = {
  type: 'object',
  properties: { ...eventFilters, ...paginationParameters },
};

export const ownEventParameters: ParametersSchema = {
  type: 'object',
  properties: { scope: scopeParameter, ...eventFilters, ...paginationParameters },
};

export function toPathParameters(name: string, description: string): object {
  return { type: 'object', required: [name], properties: { [name]: { type: 'string', description } } };
}

const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const integerOrNull = { type: ['integer', 'null'] } as const;
const level = { type: 'string', enum: levels } as const;

export const globalSettingSchema = {
  type: 'object',
  required: ['level', 'notification_email'],
  properties: { level, notification_email: text },
} as const;

/** `events` is there at level custom only. */
export function toSettingSchema(scope: 'group' | 'project'): object {
  const names = scope === 'group' ? [...commonSwitches, epicSwitch] : commonSwitches;
  const events = {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { type: 'boolean' }])),
  };
  return { type: 'object', required: ['level'], properties: { level, events } };
}

const user = {
  type: 'object',
  required: ['name', 'username', 'id', 'state', 'avatar_url', 'web_url'],
  properties: {
    name: text,
    username: text,
    id: integer,
    state: { type: 'string', enum: userStates },
    avatar_url: text,
    web_url: text,
  },
} as const;

const timestamp = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' } as const;

const note = {
  type: 'object',
  required: ['id', 'body', 'attachment', 'author', 'created_at', 'system', 'noteable_id', 'noteable_type'],
  properties: {
    id: integer,
    body: text,
    attachment: textOrNull,
    author: { type: 'object', additionalProperties: true },
    created_at: text,
    system: { type: 'boolean' },
    noteable_id: integerOrNull,
    noteable_type: text,
    noteable_iid: integerOrNull,
  },
} as const;

const push = {
  type: 'object',
  required: ['commit_count', 'action', 'ref_type', 'commit_from', 'commit_to', 'ref', 'commit_title'],
  properties: {
    commit_count: integer,
    action: { type: 'string', enum: pushActions },
    ref_type: { type: 'string', enum: ['branch', 'tag'] },
    commit_from: textOrNull,
    commit_to: textOrNull,
    ref: textOrNull,
    commit_title: textOrNull,
  },
} as const;

/** `note` is there for events of notes, `push_data` for pushes. */
export const eventSchema = {
  type: 'object',
  required: [
    ...['id', 'title', 'project_id', 'action_name', 'target_id', 'target_iid', 'target_type', 'author_id'],
    ...['target_title', 'created_at', 'author', 'author_username', 'data'],
  ],
  properties: {
    id: integer,
    title: { type: 'null' },
    project_id: integer,
    action_name: { type: 'string', enum: actionNamesInAnswers },
    target_id: integerOrNull,
    target_iid: integerOrNull,
    target_type: textOrNull,
    author_id: integer,
    target_title: textOrNull,
    created_at: timestamp,
    author: user,
    author_username: text,
    data: { type: 'null' },
    note,
    push_data: push,
  },
} as const;

/** One of the two shapes: `message`, or `error` with what belongs to it. */
export const errorSchema = {
  type: 'object',
  properties: {
    message: { description: 'What the application refuses: text, or the problems by attribute.' },
    error: text,
    error_description: text,
    scope: text,
  },
} as const;
