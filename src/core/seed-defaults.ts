import type { Content, Event, Note, Push, Setting, Source, Token, User } from './content.js';
import { parseMoment } from './moments.js';
import type {
  Seed,
  SeedEvent,
  SeedNote,
  SeedPush,
  SeedSetting,
  SeedSource,
  SeedToken,
  SeedUser,
} from './seed-schema.js';
import { targetTypes } from './vocabulary.js';

const administrator: SeedUser = { username: 'root', name: 'Administrator', admin: true, email: 'root@example.com' };

/** What a seed means: what it leaves out is one administrator, a token for each user, the next free id, the present moment. */
export function completeSeed(seed: Seed): Content {
  const now = seed.now == null ? null : (parseMoment(seed.now) ?? Number.NaN);
  const users = withIds(seed.users ?? [administrator]).map(toUser);
  const first = users[0]?.id ?? 1;
  const moment = now ?? Date.now();
  return {
    now,
    users,
    tokens: seed.tokens?.map((token) => toToken(token, first)) ?? users.map(toOwnToken),
    groups: withIds(seed.groups ?? []).map((group) => toSource(group, group.full_path)),
    projects: withIds(seed.projects ?? []).map((project) => toSource(project, project.path_with_namespace)),
    settings: (seed.settings ?? []).map((setting) => toSetting(setting, first)),
    events: withIds(seed.events ?? []).map((event) => toEvent(event, { first, moment })),
  };
}

/** Where ids are left out, those that follow the greatest that is given. */
function withIds<Item extends { readonly id?: number }>(items: readonly Item[]): (Item & { readonly id: number })[] {
  let last = items.reduce((greatest, { id = 0 }) => Math.max(greatest, id), 0);
  return items.map((item) => ({ ...item, id: item.id ?? (last += 1) }));
}

function toUser(user: SeedUser & { readonly id: number }): User {
  const email = user.email ?? user.emails?.[0] ?? `${user.username}@example.com`;
  return {
    id: user.id,
    username: user.username,
    name: user.name ?? user.username,
    state: user.state ?? 'active',
    admin: user.admin ?? false,
    email,
    emails: [...new Set([email, ...(user.emails ?? [])])],
    privateProfile: user.private_profile ?? false,
    avatarUrl: user.avatar_url ?? null,
  };
}

function toToken(token: SeedToken, first: number): Token {
  return {
    token: token.token,
    user: token.user ?? first,
    scopes: token.scopes ?? ['api'],
    expiresAt: token.expires_at ?? null,
    revoked: token.revoked ?? false,
  };
}

function toOwnToken({ id, username }: User): Token {
  return { token: `glpat-${username}-api`, user: id, scopes: ['api'], expiresAt: null, revoked: false };
}

function toSource(source: SeedSource & { readonly id: number }, path: string): Source {
  return { id: source.id, path, visibility: source.visibility ?? 'private', members: source.members ?? [] };
}

function toSetting(setting: SeedSetting, first: number): Setting {
  const scope = setting.scope ?? 'global';
  return {
    user: setting.user ?? first,
    scope,
    source: scope === 'global' ? 0 : (setting.source ?? 0),
    level: setting.level ?? (scope === 'global' ? 'participating' : 'global'),
    switches: setting.events ?? {},
    notificationEmail: scope === 'global' ? (setting.notification_email ?? null) : null,
  };
}

function toEvent(event: SeedEvent & { readonly id: number }, given: { first: number; moment: number }): Event {
  const authorId = event.author_id ?? given.first;
  const targetType = event.target_type == null ? null : toTargetType(event.target_type);
  const targetId = event.target_id ?? null;
  const createdAt = event.created_at === undefined ? given.moment : (parseMoment(event.created_at) ?? Number.NaN);
  const isNote = targetType === targetTypes.note || event.note != null;
  return {
    id: event.id,
    projectId: event.project_id ?? null,
    authorId,
    action: event.action,
    targetType,
    targetId,
    targetIid: event.target_iid === undefined ? targetId : event.target_iid,
    targetTitle: event.target_title ?? null,
    createdAt,
    push: event.action === 'pushed' ? toPush(event.push_data ?? {}) : null,
    note: isNote ? toNote(event.note ?? {}, { id: targetId ?? event.id, authorId, createdAt }) : null,
  };
}

/** The filter's word is taken too: `merge_request` for `MergeRequest`. */
function toTargetType(type: string): string {
  return (targetTypes as Readonly<Record<string, string>>)[type] ?? type;
}

function toPush(push: SeedPush): Push {
  return {
    commit_count: push.commit_count ?? 0,
    action: push.action ?? 'pushed',
    ref_type: push.ref_type ?? 'branch',
    commit_from: push.commit_from ?? null,
    commit_to: push.commit_to ?? null,
    ref: push.ref ?? 'main',
    commit_title: shorten(push.commit_title ?? null),
  };
}

const longestTitle = 70;

/** GitLab keeps 70 characters of a commit's title. */
function shorten(title: string | null): string | null {
  return title === null || title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 3)}...`;
}

function toNote(note: SeedNote, event: { id: number; authorId: number; createdAt: number }): Note {
  return {
    id: note.id ?? event.id,
    body: note.body ?? '',
    attachment: note.attachment ?? null,
    author: { ...note.author, id: note.author?.id ?? event.authorId },
    created_at: toTimestamp(note.created_at === undefined ? event.createdAt : parseMoment(note.created_at)),
    system: note.system ?? false,
    noteable_id: note.noteable_id ?? null,
    noteable_type: note.noteable_type ?? targetTypes.issue,
    noteable_iid: note.noteable_iid ?? null,
  };
}

/** Empty if there is no such moment, which the checks of the seed tell. */
function toTimestamp(moment: number | null): string {
  return moment === null || Number.isNaN(moment) ? '' : new Date(moment).toISOString();
}
