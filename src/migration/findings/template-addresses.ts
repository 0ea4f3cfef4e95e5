import { openTree } from '../../analysis/evaluate.js';
import type { Evaluation } from '../../analysis/evaluate.js';
import { attribute } from '../../analysis/service.js';
import { templateParts } from '../../analysis/syntax/template.js';
import type { Tree } from '../../analysis/syntax/tree.js';
import type { Configuration } from '../../configuration/configuration.js';
import { parseRequest } from '../../http/request.js';
import { known } from '../../http/text.js';
import type { Unresolved } from '../finding.js';

const inTemplate =
  'a template sends or shows this address of v3, and templates are not read: move it by hand, or build it in the script';

const addressOfV3 = /[^\s"'`<>()]*\/api\/v3(?![\w.-])[^\s"'`<>()]*/g;

/** The addresses of GitLab's v3 that are written in the templates of components themselves. */
export function listTemplateAddresses(evaluation: Evaluation, configuration: Configuration): Unresolved[] {
  const trees = evaluation.project.files.flatMap((file) => openTree(evaluation, file) ?? []);
  return trees.flatMap((tree) =>
    templateParts(tree).flatMap(({ place, text }) =>
      [...text.matchAll(addressOfV3)]
        .filter(([address]) => isGitLab(tree, address, evaluation, configuration))
        .map(({ index, 0: address }) => {
          const start = place.start + index;
          return { place: { file: place.file, start, end: start + address.length }, reason: inTemplate };
        }),
    ),
  );
}

function isGitLab(tree: Tree, address: string, { project }: Evaluation, configuration: Configuration): boolean {
  const request = parseRequest(known('GET'), known(address));
  const found = {
    ...{ request, tree, node: tree.program, frame: null, sender: null, answered: null, tail: true },
    ...{ headers: [], records: [], chain: [], owners: [] },
  };
  return attribute(found, project, configuration) === 'gitlab';
}
