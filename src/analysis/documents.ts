import type { Document, DocumentRequest } from '../documents/document.js';
import type { Project } from './project.js';
import type { FoundRequest } from './sending.js';
import { toTree } from './tree.js';
import type { Node, Tree } from './tree.js';

/** The requests of a project's files that are no programs: commands, and addresses that stand in settings. */
export function findDocumentRequests(project: Project): FoundRequest[] {
  return documentsOf(project).flatMap(({ tree, document }) =>
    document.requests.map((request, index) => toFound(request, tree, tree.program.body[index] ?? tree.program)),
  );
}

/** The documents among a project's files. */
export function documentsOf(project: Project): { readonly tree: Tree; readonly document: Document }[] {
  return project.files.flatMap((file) => {
    const parsed = project.parse(file);
    return parsed?.document === undefined ? [] : [{ tree: toTree(parsed), document: parsed.document }];
  });
}

function toFound(
  { request, evidence, tail, calls, sent, reads }: DocumentRequest,
  tree: Tree,
  node: Node,
): FoundRequest {
  const callers = calls.flatMap(({ start, end }) =>
    tree.program.body.filter(({ range }) => range[0] === start && range[1] === end).slice(0, 1),
  );
  return {
    request,
    tree,
    node,
    frame: null,
    sender: null,
    headers: evidence,
    records: [],
    tail,
    chain: callers.map((caller) => ({ tree, node: caller })),
    owners: [],
    answered: null,
    document: { sent, reads },
  };
}
