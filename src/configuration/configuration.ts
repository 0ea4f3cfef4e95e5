import type { Change } from '../catalogue/change.js';

/** What a project says of itself: `v4ward.config.*`, `"v4ward"` in package.json, or `settings.v4ward` in ESLint. */
export interface Configuration {
  /** Hosts that are GitLab. `git.example.com`, with a port if it matters. */
  readonly hosts: readonly string[];
  /** Hosts that are not, or that speak v3 and have no v4. */
  readonly notHosts: readonly string[];
  /** The version of requests whose base is out of sight. Null: what the project's other bases say. */
  readonly assume: 'v3' | 'v4' | null;
  /** Rows that are not reported. */
  readonly ignore: readonly string[];
  /** Globs of files that are not looked at. */
  readonly exclude: readonly string[];
  /** House wrappers that no analysis can see. */
  readonly clients: readonly DeclaredClient[];
  /** More rows, of the same type. */
  readonly catalogues: readonly Change[];
}

/** A configuration as it is written: what is left out has its default, and catalogues may be modules and JSON files. */
export interface WrittenConfiguration extends Partial<Omit<Configuration, 'catalogues'>> {
  /** Rows, and what holds them: a file begins with `./`, anything else is a package. */
  readonly catalogues?: readonly (Change | string)[];
}

/** A function that sends a request to GitLab, and where the parts of the request stand in a call of it. */
export interface DeclaredClient {
  /**
   * The module that exports it: as it is imported (`@acme/gitlab`, `~/api`), or a file relative to the configuration
   * (`./src/api`). Left out for a global.
   */
  readonly module?: string;
  /**
   * The export's name, `default` for the default one; a member of it as `api.get`, a method of its instances as
   * `ApiClient#get`. Of a global the whole name: `window.gitlab.get`, `this.$gitlab.get`.
   */
  readonly name: string;
  /** A fixed method (`GET`), or where it is given. Left out: the method that the name is (`api.post`), or else GET. */
  readonly method?: string | number;
  /** Arguments count from 0; `1.query` is the property `query` of the second one. */
  readonly path: number | string;
  readonly query?: number | string;
  readonly body?: number | string;
  /** The version that the base behind it speaks; left out: what the project's bases or `assume` say. */
  readonly base?: 'v3' | 'v4';
}

export const defaultConfiguration: Configuration = {
  hosts: [],
  notHosts: [],
  assume: null,
  ignore: [],
  exclude: [],
  clients: [],
  catalogues: [],
};
