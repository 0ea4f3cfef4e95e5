import type { Place } from '../../http/text.js';
import type { Edit } from '../finding.js';

/** A field of a type that is to have another name. */
export interface FieldRename {
  /** Where the type declares it: the name, with its quotes if it has any. */
  readonly field: Place;
  readonly from: string;
  readonly to: string;
  /** Uses that no type tells of, and that are renamed anyway. */
  readonly handled: readonly Place[];
}

/**
 * Renames a field with all its uses, in all files: the edits, of which the first is the declaration's, or why it can't
 * be done. This room knows no types; who does hands it in.
 */
export type RenameField = (rename: FieldRename) => readonly Edit[] | { readonly refusal: string };

/** For whoever sees one file, and no types. */
export const renameNothing: RenameField = () => ({
  refusal: 'it is renamed together with all its uses, for which types are needed: `v4ward migrate` does so',
});
