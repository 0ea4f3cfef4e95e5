/** https://docs.npmjs.com/cli/using-npm/scripts */
import type { Node } from 'jsonc-parser';
import { emptyDocument, joinDocuments } from '../document.js';
import type { Document } from '../document.js';
import { excerptOfString, memberOf } from '../json.js';
import { readEmbedded } from '../shell/read.js';

/** The scripts of a package: each is a script of a shell, which is `cmd.exe` on Windows. */
export function readScripts(file: string, text: string, root: Node | null): Document {
  const scripts = memberOf(root, 'scripts')?.children ?? [];
  return joinDocuments(
    scripts.map(({ children: [, value] = [] }) =>
      value?.type === 'string'
        ? readEmbedded({ ...excerptOfString(file, text, value), everyShell: true }, new Map())
        : emptyDocument,
    ),
  );
}
