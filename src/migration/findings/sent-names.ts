import type { Place } from '../../http/text.js';
import { describeRequest } from '../../http/request.js';
import type { Edit } from '../finding.js';
import type { Judged } from '../judge.js';
import type { RenameField } from '../edits/rename-field.js';
import type { Claim } from '../settle.js';

interface SentName {
  readonly key: Place;
  readonly judged: Judged;
}

/**
 * Spares the names of parameters: where a field's use is also what a request sends, the rename is refused unless the
 * request asks for the very same. v4 sends `public_jobs` and takes `public_builds`.
 */
export function sparingSent(rename: RenameField, all: readonly Judged[], claims: readonly Claim[]): RenameField {
  const names = all.flatMap((judged) => namesOf(judged));
  return (wanted) => {
    const edits = rename(wanted);
    if ('refusal' in edits) return edits;
    const touched = names.find((name) => edits.some((edit) => touches(edit, name) && !isAsked(edit, name, claims)));
    if (touched === undefined) return edits;
    return { refusal: `\`${describeRequest(touched.judged.found.request)}\` sends a parameter by this name` };
  };
}

function namesOf(judged: Judged): SentName[] {
  return judged.found.request.parameters.flatMap(({ written }): SentName[] =>
    written.in === 'record' ? [{ key: written.property.key, judged }] : [],
  );
}

function touches({ file, start, end }: Edit, { key }: SentName): boolean {
  return file === key.file && start < key.end && key.start < Math.max(end, start + 1);
}

function isAsked(edit: Edit, { judged }: SentName, claims: readonly Claim[]): boolean {
  return claims.some(
    (claim) =>
      claim.judged === judged &&
      claim.finding.edits.some(
        ({ file, start, end, text }) =>
          file === edit.file && start === edit.start && end === edit.end && text === edit.text,
      ),
  );
}
