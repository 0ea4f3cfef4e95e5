/** What an argument of a call is. */
export type Role =
  /** The address, or its path. */
  | 'url'
  /** A path behind the address that the client was made with, in which no query can stand. */
  | 'pathname'
  /** The record that `Client.options` describes. */
  | 'options'
  /** Text is the address, a record the options. */
  | 'url|options'
  | 'method'
  | 'query'
  | 'body'
  /** The query of a request that has no body by its method (GET, HEAD), the body of any other. */
  | 'data'
  | 'headers'
  /** One header by name and value in two arguments, or a record of headers in the first. */
  | 'header-name'
  | 'header-value'
  /** One parameter, given by name and value in two arguments, or a record or text in the first. */
  | 'query-pair'
  | 'body-pair'
  /** It may hold any part of the request. */
  | 'unseen'
  /** A function that is given the request before it is sent. */
  | 'hook'
  /** A callback, a type, or whatever else says nothing of the request. A function in the place of another role is one too. */
  | 'other';

/** The roles of a call's arguments, by position. */
export type Roles = readonly Role[];

/** Which keys of an options record say what. The first that is there counts. */
export interface OptionKeys {
  readonly url?: readonly string[];
  /** What relative addresses are put behind. */
  readonly base?: readonly string[];
  readonly method?: readonly string[];
  readonly query?: readonly string[];
  readonly body?: readonly string[];
  /** As the role `data`. */
  readonly data?: readonly string[];
  readonly headers?: readonly string[];
  /** Host and path given apart, as for `http.request`. */
  readonly host?: readonly string[];
  readonly path?: readonly string[];
  /** A record that only fills the placeholders of the address: `path` of node-rest-client. */
  readonly placeholders?: readonly string[];
}

/** One call that sends a request, or that makes a client. */
export interface Call {
  /** `''` is a call of the client itself; several names that take the same arguments are given together: `'post|put|patch'`. */
  readonly member: string;
  readonly roles: Roles;
  /** What they are when fewer are given, functions not counted: `request(url)` beside `request(method, url)`. */
  readonly short?: Roles;
  /** What they are when so many are given, and the method, which comes first, is GET or HEAD. */
  readonly bodiless?: Roles;
  /** The method that it sends; without it the member's name says (`del` is DELETE), and the options' `method` before both. */
  readonly method?: string;
  /** Its own keys of an options record, in place of the client's. */
  readonly options?: OptionKeys;
  /** The version that its base speaks, which is out of sight. */
  readonly version?: 'v3' | 'v4';
  /** Where the calls on what it constructs stand among the client's: `ApiClient.prototype`. */
  readonly makes?: readonly string[];
  /** It answers requests of every method, unless one is given. */
  readonly anyMethod?: true;
  /** It gives the body itself, whatever the client's other calls give. */
  readonly bodyAlone?: true;
  /** It only tells where to send: the parameters are given to what it makes, out of sight. */
  readonly registers?: true;
}

/** What a mock compares a request's query with: nothing, what is sent, or what the program wrote, which may have it elsewhere. */
export type QueryMatch = 'nothing' | 'sent' | 'written';

/** How requests are answered. */
export interface Answering {
  readonly query: QueryMatch;
  /** Words that begin an address, and what is compared of it then: `path:` of fetch-mock. */
  readonly matchers?: Readonly<Record<string, QueryMatch>>;
  /** Each call returns the client again. */
  readonly chains?: true;
  /** It serves whatever API; only names tell that it stands for GitLab's. */
  readonly server?: true;
}

/** Positions of a callback's arguments: which one is the answer, and which one is the body. */
export interface Callback {
  readonly answer?: number;
  readonly body?: number;
}

/** An HTTP library: which names are it, which calls send a request, and where the parts of the request stand. */
export interface Client {
  readonly name: string;
  /** The page that says so. */
  readonly documentation: string;
  /** The configuration declares it, which says that GitLab answers. */
  readonly declared?: true;
  /** Packages whose default export, namespace or `module.exports` is the client. A named export is a member of it. */
  readonly modules: readonly string[];
  /** Named exports, and members, that are the client itself: `import { ofetch } from 'ofetch'`, `got.stream`. */
  readonly self?: readonly string[];
  /** Globals that are the client. A dot goes into it: `Vue.http`. */
  readonly globals?: readonly string[];
  /** Names of parameters, of properties of `this` and of injected values that are the client: `$http`. `this.$http` is a property of `this` only, where nothing in sight defines it. */
  readonly injected?: readonly string[];
  /** Names of TypeScript types whose values are the client: `HttpClient`. With its package, `@nestjs/axios#HttpService`, where the name alone is anybody's. */
  readonly types?: readonly string[];
  /** Members that `new` makes a client of; `''` is the client itself: `new XMLHttpRequest()`. */
  readonly constructs?: readonly Call[];
  /** Classes, as members and as globals, whose instances a sending call takes in place of the address: `fetch(new Request(url, init))`. */
  readonly requests?: readonly Call[];
  /** The calls that send a request. */
  readonly calls: readonly Call[];
  /**
   * The calls that make another client, which inherits the options given. An address given here, or to `constructs`, is what relative addresses are put behind,
   * and where a call without one sends to.
   */
  readonly creates?: readonly Call[];
  /** The argument of a creating call that is a record of further calls, by name, each an options record; and what these calls take. */
  readonly actions?: { readonly argument: number; readonly roles: Roles; readonly short?: Roles };
  readonly options: OptionKeys;
  /** The methods that are sent with a body; without it, all but GET and HEAD. */
  readonly withBody?: readonly string[];
  /** The method of a call that says none and has a body; without it GET. */
  readonly methodWithBody?: string;
  /** A relative address goes to the server that the page came from: nothing puts a base before it. */
  readonly ofPage?: true;
  /** No page sends through it: what stands before a relative address is out of sight. */
  readonly ofPrograms?: true;
  /** A member that holds the client's inherited options, to be written to: `axios.defaults.baseURL = …`. */
  readonly defaults?: string;
  /** The member that takes a record of options which all calls of the page inherit: `ajaxSetup`. */
  readonly setsUp?: string;
  /** The client whose own defaults hold for what this one makes: `Vue.http.options.root` for resources. */
  readonly defaultsOf?: Client;
  /** The call that is given a function which each answer goes through: `interceptors.response.use`. */
  readonly intercepts?: string;
  /** The call that is given a function which each request goes through before it is sent: `interceptors.request.use`. */
  readonly interceptsRequests?: string;
  /** The ends of calls that give such functions to all clients at once, or records that hold them: `ajaxPrefilter`. */
  readonly interceptsAll?: readonly string[];
  /** The type of the functions and classes that the framework gives each request to, which they send on as `request.clone({ … })`: `HttpInterceptor`. */
  readonly interceptorType?: string;
  /** Options that are functions, or lists of them, which each request goes through before it is sent, and what of it these are given. A dot goes into a record. */
  readonly hooks?: Readonly<Record<string, 'query' | 'body' | 'request'>>;
  /** Options that are functions, or lists of them, which each answer goes through, and what of it these are given. A dot goes into a record. */
  readonly answerHooks?: Readonly<Record<string, 'status' | 'answer'>>;
  /** Calls on what a sending call returned (or on the client that `new` made), each with the roles of its arguments. */
  readonly follows?: readonly Call[];
  /** Members of what a sending call returned that give the client back: `reply` of nock. */
  readonly resumes?: readonly string[];
  /** Its calls answer requests and send none: it mocks the service, or serves. */
  readonly answers?: Answering;
  /** The call that puts a client behind a path: `app.use('/api', router)`. */
  readonly mounts?: string;
  /** Where both the address and a record have a query, the one that is sent, or that may stand there; other libraries put them together. */
  readonly preferredQuery?: 'record' | 'address';
  /** Where a record has a query, that of the address is read and written anew, with lists as `iids[0]=7`. */
  readonly writesQueryAnew?: true;
  /** Its `post` and `put` cannot be called without a body. */
  readonly requiresBody?: boolean;
  /** `:name` in an address is filled from the parameters of this name; `optional` if it goes, with its slash, where there is none. */
  readonly placeholders?: boolean | 'optional';
  /** What the client answers with, and where the body stands in it: `['data']` for axios. Empty: the body itself, or with `reads` what these give. */
  readonly answer?: {
    readonly body: readonly string[];
    /** Other places where the same body stands: `['text']` for superagent. */
    readonly also?: readonly (readonly string[])[];
    /** A method of the answer that gives the body: `json`. */
    readonly reads?: readonly string[];
    readonly status?: readonly string[];
    /** The option with which it answers with more than the body, as it is written, and where the body stands then; or with the body alone. */
    readonly whole?: { readonly option: string; readonly value: string; readonly body: readonly string[] };
    /** Options that are functions, or lists of them, which make something else of the answer's text: `transformResponse`. */
    readonly transforms?: readonly string[];
    /** It stands on the object that sent the request. */
    readonly onSender?: true;
    /** Methods of what a sending call returned that return it again, whatever they are given: `done` of jQuery. */
    readonly chains?: readonly string[];
    /** Position of the argument of a callback that is the answer, and of the one that is the body. */
    readonly callback?: Callback;
    /** Other callbacks, by the name of the option (`success`), the event (`on('complete', …)`) or the method of what the call returned (`.end(…)`) that takes them. */
    readonly handlers?: Readonly<Record<string, Callback>>;
    /** What an event gives that is named after a status, or its class: `on('201', …)`, `on('2XX', …)`. */
    readonly statusEvents?: Callback;
  };
}

const verbs: Readonly<Record<string, string>> = {
  del: 'DELETE',
  destroy: 'DELETE',
  remove: 'DELETE',
  getJSON: 'GET',
  jsonp: 'GET',
};
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The HTTP method that a member's name says, if it is a verb: `get`, `getOnce`, `onGet`. */
export function toMethod(name: string): string | null {
  const verb = name.replace(/^on(?=[A-Z])|(?:Any)?(?:Once)?$/g, '');
  const method = verbs[verb] ?? verb.toUpperCase();
  return methods.has(method) ? method : null;
}

/** The call of a list that a member's name selects. */
export function findCall(calls: readonly Call[] | undefined, member: string): Call | null {
  return calls?.find((call) => call.member.split('|').includes(member)) ?? null;
}
