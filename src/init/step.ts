/** A repository's own files, as `init` reads them. Names are relative to its root, with `/`. */
export interface Files {
  /** Null if there is no such file, or none that is text. */
  read(file: string): string | null;
  /** The names in a folder; empty if there is none. */
  list(folder: string): readonly string[];
}

/** A file that `init` would write. */
export interface Write {
  readonly kind: 'write';
  readonly file: string;
  /** What it holds; null if it is new. */
  readonly before: string | null;
  readonly after: string;
  /** What it does. */
  readonly about: string;
}

/** What a person must do, since it is not certain that it would be right. */
export interface Advice {
  readonly kind: 'advice';
  readonly about: string;
  /** Why `init` does not do it. */
  readonly because: string;
  /** What to put there; null if it is no text. */
  readonly snippet: string | null;
}

/** What is in place already. */
export interface Present {
  readonly kind: 'present';
  readonly about: string;
}

export type Step = Write | Advice | Present;
