import type { Source, Token, User } from './content.js';
import type { Inhabitants } from './store/content.js';

export type SourceKind = 'group' | 'project';

/** Who and what there is, and who may see what. */
export class Directory {
  readonly users: readonly User[];
  readonly tokens: readonly Token[];
  readonly #users: Lookup<User>;
  readonly #sources: Readonly<Record<SourceKind, Lookup<Source>>>;
  readonly #tokens: ReadonlyMap<string, Token>;
  /** By user: the paths of groups and projects of which the user is a member by name. */
  readonly #memberships: ReadonlyMap<number, ReadonlySet<string>>;
  readonly #projects: readonly Source[];

  constructor({ users, tokens, groups, projects }: Inhabitants) {
    this.users = users;
    this.tokens = tokens;
    this.#users = new Lookup(users, ({ username }) => username);
    this.#sources = { group: new Lookup(groups, pathOf), project: new Lookup(projects, pathOf) };
    this.#tokens = new Map(tokens.map((token) => [token.token, token]));
    this.#memberships = listMemberships([...groups, ...projects]);
    this.#projects = projects;
  }

  findToken(token: string): Token | null {
    return this.#tokens.get(token) ?? null;
  }

  getUser(id: number): User | null {
    return this.#users.getById(id);
  }

  /** @param key an id, all digits, or a username */
  findUser(key: string): User | null {
    return this.#users.find(key);
  }

  getProject(id: number): Source | null {
    return this.#sources.project.getById(id);
  }

  /**
   * Null too for what the user may not see: that it exists is not told.
   *
   * @param key an id, all digits, or a full path
   */
  findVisible(kind: SourceKind, key: string, user: User): Source | null {
    const source = this.#sources[kind].find(key);
    return source !== null && this.canSee(user, source) ? source : null;
  }

  /** Everybody signed in sees what is public or internal, members what is private, administrators everything. */
  canSee(user: User, source: Source): boolean {
    return user.admin || source.visibility !== 'private' || this.isMember(user, source);
  }

  /** Members of a group are members of all that is below it. */
  isMember({ id }: User, { path }: Source): boolean {
    const memberships = this.#memberships.get(id);
    return memberships !== undefined && listPathsAbove(toKey(path)).some((each) => memberships.has(each));
  }

  listMemberProjects(user: User): Source[] {
    return this.#projects.filter((project) => this.isMember(user, project));
  }
}

/** Things by id and by name, in whatever case the name is written. */
class Lookup<Item extends { readonly id: number }> {
  readonly #byId: ReadonlyMap<number, Item>;
  readonly #byName: ReadonlyMap<string, Item>;

  constructor(items: readonly Item[], nameOf: (item: Item) => string) {
    this.#byId = new Map(items.map((item) => [item.id, item]));
    this.#byName = new Map(items.map((item) => [toKey(nameOf(item)), item]));
  }

  getById(id: number): Item | null {
    return this.#byId.get(id) ?? null;
  }

  find(key: string): Item | null {
    return /^\d+$/.test(key) ? this.getById(Number(key)) : (this.#byName.get(toKey(key)) ?? null);
  }
}

function pathOf({ path }: Source): string {
  return path;
}

function toKey(name: string): string {
  return name.toLowerCase();
}

/** `a/b/c` → `a/b/c`, `a/b`, `a`. */
function listPathsAbove(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
}

function listMemberships(sources: readonly Source[]): Map<number, Set<string>> {
  const memberships = new Map<number, Set<string>>();
  for (const { path, members } of sources) {
    for (const member of members) {
      const paths = memberships.get(member) ?? new Set();
      memberships.set(member, paths.add(toKey(path)));
    }
  }
  return memberships;
}
