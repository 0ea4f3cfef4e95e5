import type { Document, DocumentRequest } from '../../documents/document.js';
import type { Place } from '../../http/text.js';
import type { Project } from '../project.js';
import type { FoundRequest } from './found-request.js';
import { toTree } from '../syntax/tree.js';
import type { Node, Tree } from '../syntax/tree.js';

/** The requests of a project's files that are no programs: commands, and addresses that stand in settings. */
export function findDocumentRequests(project: Project): FoundRequest[] {
  return documentsOf(project).flatMap(({ tree, document }) => {
    const marks = tree.program.body.filter(({ type }) => (type as string) === 'EmptyStatement');
    const at = ({ start, end }: Place): Node =>
      marks.find(({ range }) => range[0] === start && range[1] === end) ?? tree.program;
    return document.requests.map((request) => toFound(request, tree, at));
  });
}

/** The files of a project that are programs. */
export function programsOf(project: Project): readonly string[] {
  return project.files.filter((file) => project.parse(file)?.document === undefined);
}

/** The documents among a project's files. */
export function documentsOf(project: Project): { readonly tree: Tree; readonly document: Document }[] {
  return project.files.flatMap((file) => {
    const parsed = project.parse(file);
    return parsed?.document === undefined ? [] : [{ tree: toTree(parsed), document: parsed.document }];
  });
}

function toFound(
  { request, place, evidence, tail, calls, sent, reads, statuses, guarded = false, proxied }: DocumentRequest,
  tree: Tree,
  at: (place: Place) => Node,
): FoundRequest {
  return {
    request,
    tree,
    node: at(place),
    frame: null,
    sender: null,
    headers: evidence,
    records: [],
    tail,
    chain: calls.map((call) => ({ tree, node: at(call) })),
    owners: [],
    answered: null,
    document: {
      sent,
      reads,
      guarded,
      ...(statuses === undefined ? {} : { statuses }),
      ...(proxied === undefined ? {} : { proxied }),
    },
  };
}
