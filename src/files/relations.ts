import { findScript } from '../analysis/syntax/script-blocks.js';
import { isOfOtherEngine } from '../analysis/syntax/template.js';
import { isProgram } from '../documents/formats.js';
import { findBaseNames } from './base-names.js';

/** What a file's classes are by their declarations, and how they are found that import nothing. */
export interface Types {
  readonly implemented: readonly string[];
  readonly extended: readonly string[];
  readonly abstract: readonly string[];
  /** It registers with AngularJS, whose files import nothing. */
  readonly angular: boolean;
}

/** What ties a file to others that it neither imports nor is imported by. */
export interface Relations extends Types {
  /** What others of its program find it by: classes, what is provided to components or put where all can reach it. */
  readonly offered: readonly string[];
  /** What it calls bases, by which whatever runs there finds them. */
  readonly bases: readonly string[];
  /** It puts something into a store, or makes one. */
  readonly keeps: boolean;
}

const keeps =
  /\b(?:dispatch|commit|put)\s*\(|\b(?:createSlice|createAsyncThunk|createStore|defineStore|makeAutoObservable|patchState|onMessage|ipcMain)\b|[sS]tore\.\w+\s*=(?!=)/;

const takes =
  /\b(?:use(?:\w*Selector|\w*Store|Context)|map(?:State|Getters|StateToProps)\w*|create(?:Selector|Reducer|Slice)|getState|storeToRefs|handleActions?|extraReducers|mutations|sendMessage|ipcRenderer)\b|\$store\b|\bconnect\s*\(|\baction\.(?:type|payload)\b|[sS]tore\.\w/;

/** Whether a text takes something out of a store, or decides what becomes of what is put there. */
export function takesFromStore(text: string): boolean {
  return takes.test(text);
}

/** Libraries of stores, and what a project calls so: who imports one may take something out of a store, though no word of it tells what. */
export const storeModules =
  /^(?:react-redux|redux(?:-\w+)?|@reduxjs\/toolkit|reselect|vuex|pinia|zustand|mobx(?:-\w+)*|jotai|@ngrx\/(?:store|effects|signals)|effector|nanostores|electron)(?:\/|$)|^[.@~#].*(?:store|state)[^/]*$/i;

const fields =
  'public|public_builds|builds_enabled|only_allow_merge_if_build_succeeds|visibility_level|subscribed|upvote|downvote|merge_when_build_succeeds|expires_at|before_sha|build_events|branch_name|ref_name|build_artifacts_size';

/** Fields that v4 does not send, without those whose names say nothing of GitLab: a component may read one of what it is given. */
export const renamedFields = new RegExp(`\\b(?:${fields})\\b`);

/** One of them as it is read in a program: `.public`, `{ public: open }`, `'public'`; a class says `public` of its members. */
export const readsRenamedField = new RegExp(`(?:\\.\\s*|[{,]\\s*|['"])(?:${fields})\\b(?!\\s+\\w)`);

const comparesStatus = /\bstatus(?:Code)?\b[^\n]{0,40}\b20[0-4]\b|\b20[0-4]\b[^\n]{0,40}\bstatus(?:Code)?\b/;
const parsesBody = /\.json\(\)|\bJSON\.parse\(\s*[\w.]*(?:response(?:Text)?|body|data|text)\b/;

/** `` fetch(`https://shop.example/goods/${id}`) ``: to an address of its own, and not to one that it is given, `` `${base}${path}` ``. */
const sendsItself =
  /\b(?:fetch|axios|got|ky|request|superagent|ajax|\$http|https?)(?:\s*\.\s*\w+)?\s*\(\s*(?:['"]|`(?!\$\{))/;

/**
 * Whether a text compares a status with one that requests end with well, or parses a body, of what it may be given:
 * `if (answer.status !== 200)`, `answer.json()`.
 */
export function readsAnswer(text: string): boolean {
  return (comparesStatus.test(text) || parsesBody.test(text)) && !sendsItself.test(text);
}

/** One of them in what a template evaluates: `{{ project.public }}`, `ng-if="project.public"`, `[class.open]="project.public"`. */
const showsField = new RegExp(`(?:\\{\\{[^{}]*|[\\w*)\\]]="[^"]*)\\.(?:${fields})\\b`);

/** What Angular, AngularJS and Vue write at elements. */
const directive =
  /\s(?:(?:data-|x-)?ng-[a-z]|\*ng[A-Z]|\[[\w.-]+\]=|\([\w.]+\)=|v-(?:for|if|else|bind|on|model|show|html|text)\b|[:@][\w-]+=)/;

/**
 * Whether a page is a template of a component, or of a controller, that shows a field which v4 does not send, and no program
 * with scripts of its own.
 */
export function showsRenamedField(file: string, text: string): boolean {
  if (!showsField.test(text) || isOfOtherEngine(text) || !directive.test(text)) return false;
  return /^[\s;]*$/.test(findScript(file, text).code);
}

/** A library whose own instance all files share: what one of them makes of its answers, the others get. */
export const sharedClient = 'axios';

/** Whether a text makes something else of the requests or answers of a client: https://axios-http.com/docs/interceptors */
export function intercepts(text: string): boolean {
  return /\binterceptors\s*\.\s*re(?:quest|sponse)\b|\bdefaults\s*\.\s*(?:transformRequest|paramsSerializer)\b/.test(
    text,
  );
}

/** Whether a text makes something else of requests before they are sent, for whoever gives it a client, or for all that a framework sends. */
export function interceptsRequests(text: string): boolean {
  return /\binterceptors\s*\.\s*request\b|\bHttpInterceptor(?:Fn)?\b/.test(text);
}

/** The library whose interceptors a framework finds, wherever they stand. */
export const injectedClient = '@angular/common/http';

/** What a text says of its classes, by its looks. */
export function findTypes(text: string): Types {
  const heads = findHeads(text);
  return {
    implemented: [...heads.flatMap(({ implemented }) => implemented), ...findWrittenOut(text)],
    // What the language has itself is no abstract class of the project's: `Error`, most of all.
    extended: heads.flatMap(({ extended }) => extended ?? []).filter(isOwn),
    abstract: heads.flatMap(({ name, isAbstract }) => (isAbstract && name !== '' ? [name] : [])),
    angular: text.includes('angular') && /\bangular\s*\.\s*module\s*\(/.test(text),
  };
}

/** The types that records are written for: `const gists: Source = {`. */
function findWrittenOut(text: string): string[] {
  return Array.from(text.matchAll(record), ([, name = '']) => name);
}

const record = /\b(?:const|let|var)\s+[\w$]+\s*:\s*([A-Z][\w$]*)\s*=\s*\{/g;

/** What stands between `class` and its body. */
interface ClassHead {
  /** Empty, if it has none. */
  readonly name: string;
  readonly isAbstract: boolean;
  readonly extended: string | null;
  readonly implemented: readonly string[];
}

/** Longer ones nobody writes. */
const head = /\bclass\b([^{};'"`]{0,1000})\{(?!@)/g;

/** So much of a line is looked at before a class: what was generated may have lines of any length. */
const mostBefore = 300;

function findHeads(text: string): ClassHead[] {
  if (!text.includes('class')) return [];
  return Array.from(text.matchAll(head)).flatMap(({ 1: words = '', index }) => {
    const before = text.slice(Math.max(0, index - mostBefore), index).replace(/^[^]*\n/, '');
    return readHead(before, words.replace(/<[^<>]*>/g, '').replace(/<[^<>]*(?:>|$)/g, '')) ?? [];
  });
}

/** Null if it stands in a comment, or is none. */
function readHead(before: string, words: string): ClassHead | null {
  const [own = '', implemented = ''] = words.split(/\bimplements\b/);
  const [name = '', extended = ''] = own.split(/\bextends\b/);
  if (/^\s*\*|\/\//.test(before) || !/^[\w$]*$/.test(name.trim())) return null;
  return {
    name: detach(name.trim()),
    isAbstract: /\babstract\s+$/.test(before),
    extended: lastNameOf(extended),
    implemented: implemented.split(',').flatMap((type) => lastNameOf(type) ?? []),
  };
}

/** Of `api.Client`, `Client`. */
function lastNameOf(type: string): string | null {
  const name = /^\s*(?:[\w$]+\s*\.\s*)*([\w$]+)/.exec(type)?.[1];
  return name === undefined ? null : detach(name);
}

/** What a text says of its file's relations, by its looks. What is no program offers nothing but bases, and a page for people nothing. */
export function findRelations(file: string, text: string): Relations {
  const bases = /\.(?:md|markdown)$/i.test(file) ? [] : findBaseNames(text).map(detach);
  if (!isProgram(file, text))
    return { implemented: [], extended: [], abstract: [], angular: false, offered: [], bases, keeps: false };
  const classes = findHeads(text).flatMap(({ name }) => (name === '' ? [] : [name]));
  const offered = [...classes, ...offers.flatMap(({ word, pattern }) => namesBehind(text, word, pattern))];
  return { ...findTypes(text), offered: offered.filter(isTelling), bases, keeps: keeps.test(text) };
}

/** What the language has itself nobody finds a file by. */
function isOwn(name: string): boolean {
  return !(name in globalThis);
}

/** Nor by what a tool calls things that makes programs small, or by what is no name. */
function isTelling(name: string): boolean {
  return isOwn(name) && name.length > 1 && name !== 'default';
}

const offers = [
  { word: 'prototype', pattern: /\b(?:Vue\s*\.\s*prototype\s*\.\s*|prototype\s*\.\s*(?=\$))([\w$]+)\s*=/g },
  { word: 'prototype', pattern: /\b([A-Z][\w$]*)\s*\.\s*prototype\b/g },
  { word: 'globalProperties', pattern: /\bglobalProperties\s*\.\s*([\w$]+)\s*=/g },
  { word: 'provide', pattern: /\bprovide\s*[(:]\s*['"`]?([\w$.-]+)/g },
  { word: 'window', pattern: /\bwindow\s*\.\s*([\w$]+)\s*=(?!=)/g },
  { word: 'global', pattern: /\bglobal(?:This)?\s*\.\s*([\w$]+)\s*=(?!=)/g },
];

/** What a pattern captures. Few files hold the word that it needs, and a look for a word costs a fraction of a pattern's. */
function namesBehind(text: string, word: string, pattern: RegExp): string[] {
  return text.includes(word) ? Array.from(text.matchAll(pattern), ([, names = '']) => detach(names)) : [];
}

/** Part of a text keeps all of it in memory, if it is of some length. */
function detach(part: string): string {
  return part.length < 13 ? part : Buffer.from(part).toString();
}

/**
 * Tells of files whether they implement an interface, or extend an abstract class, that one of the chosen does too, or
 * register with AngularJS as one of the chosen does; null if none can.
 *
 * @param others are read if there can be any
 */
export function createRelationTest(
  chosen: readonly Types[],
  others: () => Iterable<Types>,
): ((types: Types) => boolean) | null {
  const isAngular = chosen.some(({ angular }) => angular);
  if (!isAngular && chosen.every(({ implemented, extended }) => implemented.length + extended.length === 0))
    return null;
  const abstract = new Set([...chosen, ...others()].flatMap((types) => types.abstract));
  const namesOf = ({ implemented, extended }: Types): string[] => [
    ...implemented,
    ...extended.filter((name) => abstract.has(name)),
  ];
  const names = new Set(chosen.flatMap(namesOf));
  return (types) => (isAngular && types.angular) || namesOf(types).some((name) => names.has(name));
}

/** Tells of texts whether they mention what some of the chosen implement, extend or offer to others of their program. */
export function createMentionTest(chosen: readonly Relations[]): (text: string) => boolean {
  return mentionTestOf(
    chosen.flatMap(({ implemented, extended, offered }) => [...implemented, ...extended, ...offered]),
  );
}

/** Tells of texts whether they mention what some of the chosen call a base. */
export function createBaseTest(chosen: readonly Relations[]): (text: string) => boolean {
  return mentionTestOf(chosen.flatMap(({ bases }) => bases));
}

function mentionTestOf(mentioned: readonly string[]): (text: string) => boolean {
  const names = new Set(mentioned);
  return (text) => names.size > 0 && (text.match(/[\w$]+(?:[.-][\w$]+)*/g) ?? []).some((word) => mentions(names, word));
}

/** `forge.api` mentions itself, and each of its words. */
function mentions(names: ReadonlySet<string>, word: string): boolean {
  return names.has(word) || word.split(/[.-]/).some((part) => names.has(part));
}
