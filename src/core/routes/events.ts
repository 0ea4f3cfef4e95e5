import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../authentication.js';
import { startOfRetention } from '../clock.js';
import type { User } from '../content.js';
import { thingNotFound } from '../errors.js';
import { listAuthorLanes, listMemberLanes, toFilter } from '../event-lists.js';
import { presentEvent } from '../event-payload.js';
import { countedAtMost, listPageHeaders, toLinkParameters, toPage, toStretch } from '../pagination.js';
import { errorSchema, eventParameters, eventSchema, ownEventParameters, toPathParameters } from '../schemas.js';
import type { Lane } from '../store/events.js';
import type { Store } from '../store/store.js';
import type { ParametersSchema } from '../validation.js';
import { access, getCaller, getGiven, getPathParameter, getValues, setHeaders } from './context.js';
import type { RouteOptions } from './context.js';

/** One of the three lists of events. */
interface List {
  readonly url: string;
  readonly summary: string;
  readonly params: object | null;
  readonly querystring: ParametersSchema;
  readonly access: Access;
  /** Whose events it shows. It throws an `ApiError` if the caller sees no such user or project. */
  readonly lanesOf: (request: FastifyRequest, store: Store) => readonly Lane[];
}

const lists: readonly List[] = [
  {
    url: '/events',
    summary: 'Events of the user',
    params: null,
    querystring: ownEventParameters,
    access: access.userEvents,
    lanesOf: (request, store) => {
      const { user } = getCaller(request);
      return getValues(request)['scope'] === 'all' ? listMemberLanes(store, user) : listAuthorLanes(store, user, user);
    },
  },
  {
    url: '/users/:id/events',
    summary: 'Contribution events of a user',
    params: toPathParameters('id', 'The id or the username.'),
    querystring: eventParameters,
    access: access.userEvents,
    lanesOf: (request, store) => {
      const { user } = getCaller(request);
      const author = store.directory.findUser(getPathParameter(request, 'id'));
      if (author === null) throw thingNotFound('User');
      return seesProfile(user, author) ? listAuthorLanes(store, author, user) : [];
    },
  },
  {
    url: '/projects/:id/events',
    summary: 'Visible events of a project',
    params: toPathParameters('id', 'The id or the URL-encoded path of the project.'),
    querystring: eventParameters,
    access: access.projectEvents,
    lanesOf: (request, { directory }) => {
      const { user } = getCaller(request);
      const project = directory.findVisible('project', getPathParameter(request, 'id'), user);
      if (project === null) throw thingNotFound('Project');
      return [{ projectId: project.id }];
    },
  },
];

/** A private profile is open to its owner and to administrators; others see no events, rather than an error. */
function seesProfile(viewer: User, { id, privateProfile }: User): boolean {
  return !privateProfile || viewer.id === id || viewer.admin;
}

const response = {
  200: { description: 'A page of events.', type: 'array', items: eventSchema },
  '4xx': errorSchema,
};

export function addEvents(app: FastifyInstance, options: RouteOptions): void {
  for (const { url, summary, params, querystring, access: opening, lanesOf } of lists) {
    app.get(url, {
      schema: { tags: ['Events'], summary, ...(params === null ? {} : { params }), querystring, response },
      config: { access: opening },
      handler: (request, reply) => {
        options.store.events.expire(startOfRetention(options.store.clock()));
        return reply.send(listPage({ request, reply }, lanesOf(request, options.store), options));
      },
    });
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function listPage({ request, reply }: Exchange, lanes: readonly Lane[], { store, originOf }: RouteOptions): object[] {
  const values = getValues(request);
  const filter = toFilter(values);
  const page = toPage(values);
  const found = store.events.list(lanes, filter, toStretch(page));
  const origin = originOf(request);
  const headers = listPageHeaders({
    page,
    found: found.length,
    total: store.events.count(lanes, filter, countedAtMost),
    address: `${origin}${request.url.split('?')[0] ?? ''}`,
    parameters: { ...toLinkParameters(getGiven(request), { sort: 'desc' }), ...(request.params as object) },
  });
  setHeaders(reply, headers);
  return found.slice(0, page.size).map((event) => presentEvent(event, { directory: store.directory, origin }));
}
