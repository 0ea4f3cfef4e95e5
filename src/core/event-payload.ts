import type { Event, NoteAuthor, User } from './content.js';
import type { Directory } from './directory.js';
import { toActionName } from './vocabulary.js';

/** What a payload is made with besides the event. */
export interface Surroundings {
  readonly directory: Directory;
  /** Where avatars and profiles are said to be. */
  readonly origin: string;
}

/** An event in the document's fields. What is undefined is not written: `note` and `push_data` are only where there is one. */
export function presentEvent(event: Event, surroundings: Surroundings): object {
  const author = surroundings.directory.getUser(event.authorId);
  const { action, targetType, push, note } = event;
  return {
    id: event.id,
    title: null,
    project_id: event.projectId,
    action_name: toActionName(action, targetType, push?.action ?? 'pushed'),
    target_id: event.targetId,
    target_iid: event.targetIid,
    target_type: targetType,
    author_id: event.authorId,
    target_title: event.targetTitle,
    created_at: new Date(event.createdAt).toISOString(),
    author: author === null ? undefined : presentUser(author, surroundings),
    author_username: author?.username,
    data: null,
    note: note === null ? undefined : { ...note, author: presentAuthor(note.author, surroundings) },
    push_data: push ?? undefined,
  };
}

/** What the seed says of an author goes before what the user of this id has; others than the users may have written too. */
function presentAuthor(author: NoteAuthor, surroundings: Surroundings): object {
  const { id, username = `user${String(id)}` } = author;
  const stranger: Summarized = { id, username, name: username, state: 'active', avatarUrl: null };
  return { ...presentUser(surroundings.directory.getUser(id) ?? stranger, surroundings), ...author };
}

type Summarized = Pick<User, 'id' | 'name' | 'username' | 'state' | 'avatarUrl'>;

function presentUser({ id, name, username, state, avatarUrl }: Summarized, { origin }: Surroundings): object {
  return {
    name,
    username,
    id,
    state,
    avatar_url: avatarUrl ?? `${origin}/uploads/-/system/user/avatar/${String(id)}/avatar.png`,
    web_url: `${origin}/${encodeURIComponent(username)}`,
  };
}
