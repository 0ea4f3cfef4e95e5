import { findBaseNames } from './base-names.js';

/** What ties a file to others that it neither imports nor is imported by. */
export interface Relations {
  readonly implemented: readonly string[];
  readonly extended: readonly string[];
  readonly abstract: readonly string[];
  /** What others find it by: classes, what is provided to components or put where all can reach it, names of bases. */
  readonly offered: readonly string[];
  /** It registers with AngularJS, whose files import nothing. */
  readonly angular: boolean;
  /** It puts something into a store, or makes one. */
  readonly keeps: boolean;
  /** It takes something out of a store, or decides what becomes of what is put there. */
  readonly takes: boolean;
}

const stores = {
  keeps:
    /\b(?:dispatch|commit|put)\s*\(|\b(?:createSlice|createAsyncThunk|createStore|defineStore|makeAutoObservable|patchState)\b|\b\w*[sS]tore\.\w+\s*=(?!=)/,
  takes:
    /\b(?:use(?:\w*Selector|\w*Store|Context)|map(?:State|Getters|StateToProps)\w*|create(?:Selector|Reducer|Slice)|getState|storeToRefs|handleActions?|extraReducers|mutations)\b|\$store\b|\bconnect\s*\(|\baction\.(?:type|payload)\b|\b\w*[sS]tore\.\w/,
};

/** Libraries of stores, and what a project calls so: who imports one may take something out of a store, though no word of it tells what. */
export const storeModules =
  /^(?:react-redux|redux(?:-\w+)?|@reduxjs\/toolkit|reselect|vuex|pinia|zustand|mobx(?:-\w+)*|jotai|@ngrx\/(?:store|effects|signals)|effector|nanostores)(?:\/|$)|^[.@~#].*(?:store|state)[^/]*$/i;

const fields =
  'public|public_builds|builds_enabled|only_allow_merge_if_build_succeeds|visibility_level|subscribed|upvote|downvote|merge_when_build_succeeds|expires_at|before_sha|build_events|branch_name|build_artifacts_size';

/** Fields that v4 does not send, without those whose names say nothing of GitLab: a component may read one of what it is given. */
export const renamedFields = new RegExp(`\\b(?:${fields})\\b`);

/** One of them as it is read in a program: `.public`, `{ public: open }`, `'public'`; a class says `public` of its members. */
export const readsRenamedField = new RegExp(`(?:\\.\\s*|[{,]\\s*|['"])(?:${fields})\\b(?!\\s+\\w)`);

/** A library whose own instance all files share: what one of them makes of its answers, the others get. */
export const sharedClient = 'axios';

/** Whether a text makes something else of the answers of a client: https://axios-http.com/docs/interceptors */
export function intercepts(text: string): boolean {
  return /\binterceptors\s*\.\s*response\b/.test(text);
}

/** What a text says of its file's relations, by its looks. */
export function findRelations(text: string): Relations {
  return {
    implemented: namesBehind(text, 'implements', /\bimplements\s+([^{]+)/g)
      .flatMap((names) => names.split(','))
      .flatMap((name) => /^\s*([\w$]+)/.exec(name)?.[1] ?? []),
    // What the language has itself is no abstract class of the project's: `Error`, most of all.
    extended: namesBehind(text, 'extends', /\bextends\s+([\w$]+)/g).filter((name) => !(name in globalThis)),
    abstract: namesBehind(text, 'abstract', /\babstract\s+class\s+([\w$]+)/g),
    offered: [
      ...offers.flatMap(({ word, pattern }) => namesBehind(text, word, pattern)),
      ...findBaseNames(text).map(detach),
    ],
    angular: text.includes('angular') && /\bangular\s*\.\s*module\s*\(/.test(text),
    keeps: stores.keeps.test(text),
    takes: stores.takes.test(text),
  };
}

const offers = [
  { word: 'class', pattern: /\bclass\s+([\w$]+)/g },
  { word: 'prototype', pattern: /\bprototype\s*\.\s*([\w$]+)\s*=/g },
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
  chosen: readonly Relations[],
  others: () => Iterable<Relations>,
): ((relations: Relations) => boolean) | null {
  const isAngular = chosen.some(({ angular }) => angular);
  if (!isAngular && chosen.every(({ implemented, extended }) => implemented.length + extended.length === 0))
    return null;
  const abstract = new Set([...chosen, ...others()].flatMap((relations) => relations.abstract));
  const typesOf = ({ implemented, extended }: Relations): string[] => [
    ...implemented,
    ...extended.filter((name) => abstract.has(name)),
  ];
  const types = new Set(chosen.flatMap(typesOf));
  return (relations) => (isAngular && relations.angular) || typesOf(relations).some((name) => types.has(name));
}

/** Tells of texts whether they mention what one of the chosen implements, extends or offers to others. */
export function createMentionTest(chosen: readonly Relations[]): (text: string) => boolean {
  const names = new Set(
    chosen.flatMap(({ implemented, extended, offered }) => [...implemented, ...extended, ...offered]),
  );
  return (text) => names.size > 0 && (text.match(/[\w$]+(?:[.-][\w$]+)*/g) ?? []).some((word) => mentions(names, word));
}

/** `forge.api` mentions itself, and each of its words. */
function mentions(names: ReadonlySet<string>, word: string): boolean {
  return names.has(word) || word.split(/[.-]/).some((part) => names.has(part));
}
