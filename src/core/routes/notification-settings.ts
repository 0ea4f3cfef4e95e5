import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Setting, User } from '../content.js';
import { ApiError, invalidAttribute, thingNotFound } from '../errors.js';
import type { Thing } from '../errors.js';
import {
  errorSchema,
  globalSettingSchema,
  toPathParameters,
  toSettingParameters,
  toSettingSchema,
} from '../schemas.js';
import type { SettingChange, SettingKey } from '../store/settings.js';
import type { Values } from '../validation.js';
import { levels, switchesOf } from '../vocabulary.js';
import type { Level, SettingScope, Switch } from '../vocabulary.js';
import { access, getCaller, getPathParameter, getValues } from './context.js';
import type { RouteOptions } from './context.js';

/** The six endpoints of notification settings: three scopes, read and written. */
interface Scope {
  readonly scope: SettingScope;
  readonly url: string;
  readonly names: string;
  readonly params: object | null;
  readonly answer: object;
}

const scopes: readonly Scope[] = [
  {
    scope: 'global',
    url: '/notification_settings',
    names: 'the global level and the notification e-mail',
    params: null,
    answer: globalSettingSchema,
  },
  {
    scope: 'group',
    url: '/groups/:id/notification_settings',
    names: "a group's setting",
    params: toPathParameters('id', 'The id or the URL-encoded full path of the group.'),
    answer: toSettingSchema('group'),
  },
  {
    scope: 'project',
    url: '/projects/:id/notification_settings',
    names: "a project's setting",
    params: toPathParameters('id', 'The id or the URL-encoded path of the project.'),
    answer: toSettingSchema('project'),
  },
];

/** The media types in which parameters may stand in a body. */
const consumes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

export function addNotificationSettings(app: FastifyInstance, { store }: RouteOptions): void {
  for (const { scope, url, names, params, answer } of scopes) {
    const response = { 200: { description: 'The setting.', ...answer }, '4xx': errorSchema };
    const common = { tags: ['Notification settings'], ...(params === null ? {} : { params }), response };
    app.get(url, {
      schema: { ...common, summary: `Read ${names}` },
      config: { access: access.settings },
      handler: (request) => {
        const { user } = getCaller(request);
        return present(store.settings.read(toKey(request, scope)), user);
      },
    });
    const parameters = toSettingParameters(scope);
    app.put(url, {
      schema: { ...common, summary: `Update ${names}`, querystring: parameters, body: parameters, consumes },
      config: { access: access.settingsChange },
      handler: (request) => {
        const { user } = getCaller(request);
        const key = toKey(request, scope);
        return present(store.settings.change(key, toChange(getValues(request), scope, user)), user);
      },
    });
  }

  /** @throws {ApiError} if the caller sees no such group or project */
  function toKey(request: FastifyRequest, scope: SettingScope): SettingKey {
    const { user } = getCaller(request);
    if (scope === 'global') return { user: user.id, scope, source: 0 };
    const source = store.directory.findVisible(scope, getPathParameter(request, 'id'), user);
    if (source === null) throw thingNotFound(things[scope]);
    return { user: user.id, scope, source: source.id };
  }
}

const things: Readonly<Record<'group' | 'project', Thing>> = { group: 'Group', project: 'Project' };

/** @throws {ApiError} if a value is none; nothing is changed then */
function toChange(values: Values, scope: SettingScope, user: User): SettingChange {
  const level = readLevel(values['level']);
  const notificationEmail = readEmail(values['notification_email'], user);
  if (level === '') throw invalidAttribute('level', [blank]);
  const switches = switchesOf[scope].flatMap((name): [Switch, boolean][] =>
    name in values ? [[name, values[name] === true]] : [],
  );
  return {
    ...(level === undefined ? {} : { level }),
    ...(notificationEmail === undefined ? {} : { notificationEmail }),
    switches: Object.fromEntries(switches),
  };
}

const blank = "can't be blank";

/** Empty text if that is what is given: GitLab tells it last. Undefined if nothing is. */
function readLevel(given: Values[string] | undefined): Level | '' | undefined {
  if (given === undefined) return undefined;
  if (given === null || given === '') return '';
  const level = levels.find((each) => each === given);
  if (level === undefined) throw new ApiError(400, { message: `'${String(given)}' is not a valid level` });
  return level;
}

const emailShape = /^[^@\s]+@[^@\s]+$/;

function readEmail(given: Values[string] | undefined, { emails }: User): string | undefined {
  if (given === undefined) return undefined;
  const email = given === null ? '' : String(given);
  if (emails.includes(email)) return email;
  const problems = emailShape.test(email) ? [] : ['is invalid'];
  throw invalidAttribute('notification_email', email === '' ? [blank] : [...problems, 'is not an email you own']);
}

/** At level custom the switches of groups and projects are shown; the global setting shows its level and address only. */
function present({ scope, level, switches, notificationEmail }: Setting, { email }: User): object {
  if (scope === 'global') return { level, notification_email: notificationEmail ?? email };
  if (level !== 'custom') return { level };
  return { level, events: Object.fromEntries(switchesOf[scope].map((name) => [name, switches[name] ?? false])) };
}
