import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Event, User } from '../content.js';
import { thingNotFound } from '../errors.js';
import { listAuthorLanes, listMemberLanes, toFilter } from '../event-lists.js';
import { countedAtMost, listPageHeaders, toLinkParameters, toPage, toStretch } from '../pagination.js';
import { errorSchema, eventParameters, eventSchema, ownEventParameters, toPathParameters } from '../schemas.js';
import type { Lane } from '../store/events.js';
import { toActionName } from '../vocabulary.js';
import { access, getCaller, getGiven, getPathParameter, getValues, setHeaders } from './context.js';
import type { RouteOptions } from './context.js';

/** The three lists of events. */
export function addEvents(app: FastifyInstance, options: RouteOptions): void {
  const { store } = options;
  const response = {
    200: { description: 'A page of events.', type: 'array', items: eventSchema },
    '4xx': errorSchema,
  };
  const common = { tags: ['Events'], response };

  app.get('/events', {
    schema: { ...common, summary: 'Events of the user', querystring: ownEventParameters },
    config: { access: access.userEvents },
    handler: (request, reply) => {
      const { user } = getCaller(request);
      const isAll = getValues(request)['scope'] === 'all';
      return reply.send(
        listEvents({ request, reply }, isAll ? listMemberLanes(store, user) : listAuthorLanes(store, user, user)),
      );
    },
  });

  app.get('/users/:id/events', {
    schema: {
      ...common,
      summary: 'Contribution events of a user',
      params: toPathParameters('id', 'The id or the username.'),
      querystring: eventParameters,
    },
    config: { access: access.userEvents },
    handler: (request, reply) => {
      const { user } = getCaller(request);
      const author = store.directory.findUser(getPathParameter(request, 'id'));
      if (author === null) throw thingNotFound('User');
      const lanes = seesProfile(user, author) ? listAuthorLanes(store, author, user) : [];
      return reply.send(listEvents({ request, reply }, lanes));
    },
  });

  app.get('/projects/:id/events', {
    schema: {
      ...common,
      summary: 'Visible events of a project',
      params: toPathParameters('id', 'The id or the URL-encoded path of the project.'),
      querystring: eventParameters,
    },
    config: { access: access.projectEvents },
    handler: (request, reply) => {
      const { user } = getCaller(request);
      const project = store.directory.findVisible('project', getPathParameter(request, 'id'), user);
      if (project === null) throw thingNotFound('Project');
      return reply.send(listEvents({ request, reply }, [{ projectId: project.id }]));
    },
  });

  function listEvents({ request, reply }: Exchange, lanes: readonly Lane[]): object[] {
    const values = getValues(request);
    const filter = toFilter(values, store.clock());
    const page = toPage(values);
    const found = store.events.list(lanes, filter, toStretch(page));
    const origin = options.originOf(request);
    const headers = listPageHeaders({
      page,
      found: found.length,
      total: store.events.count(lanes, filter, countedAtMost),
      address: `${origin}${request.url.split('?')[0] ?? ''}`,
      parameters: { ...toLinkParameters(getGiven(request), { sort: 'desc' }), ...(request.params as object) },
    });
    setHeaders(reply, headers);
    return found.slice(0, page.size).map((event) => present(event, origin));
  }

  function present(event: Event, origin: string): object {
    const author = store.directory.getUser(event.authorId);
    const { id, projectId, action, targetId, targetIid, targetType, targetTitle, createdAt, push, note } = event;
    return {
      ...{ id, title: null, project_id: projectId },
      action_name: toActionName(action, targetType, push?.action ?? 'pushed'),
      ...{ target_id: targetId, target_iid: targetIid, target_type: targetType },
      ...{ author_id: event.authorId, target_title: targetTitle, created_at: new Date(createdAt).toISOString() },
      ...(author === null ? {} : { author: presentUser(author, origin), author_username: author.username }),
      data: null,
      ...(note === null ? {} : { note: { ...note, author: presentAuthor(note.author, origin) } }),
      ...(push === null ? {} : { push_data: push }),
    };
  }

  function presentAuthor(author: number | Readonly<Record<string, unknown>>, origin: string): object {
    if (typeof author !== 'number') return author;
    const user = store.directory.getUser(author);
    return user === null ? {} : presentUser(user, origin);
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A private profile is open to its owner and to administrators; others see no events, rather than an error. */
function seesProfile(viewer: User, { id, privateProfile }: User): boolean {
  return !privateProfile || viewer.id === id || viewer.admin;
}

function presentUser({ id, name, username, state, avatarUrl }: User, origin: string): object {
  return {
    ...{ name, username, id, state },
    avatar_url: avatarUrl ?? `${origin}/uploads/-/system/user/avatar/${String(id)}/avatar.png`,
    web_url: `${origin}/${encodeURIComponent(username)}`,
  };
}
