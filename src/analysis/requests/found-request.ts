import type { TSESTree } from '@typescript-eslint/types';
import type { DocumentRequest } from '../../documents/document.js';
import type { RecordPlace, Request } from '../../http/request.js';
import type { Place } from '../../http/text.js';
import type { Answered } from './answering.js';
import type { Call, Client } from '../clients/client.js';
import type { FunctionNode, Node, Tree } from '../syntax/tree.js';
import type { Frame, FunctionValue, Value } from '../value.js';

export type CallNode = TSESTree.CallExpression | TSESTree.NewExpression;

/** A call of a project's function that leads to a request. */
export interface ChainCall {
  readonly tree: Tree;
  /** The call; for a method that a class inherits, the call of its parent's constructor, or the class; for one of an instance, what makes that. */
  readonly node: Node;
  /** Nobody is seen to call the method, but for each class that inherits it, or instance that has it, the request is another one. */
  readonly inherits?: true;
  /** The function that it calls, where it is a call of one, with the file that holds it, and its `this`. */
  readonly called?: Pick<FunctionValue, 'tree' | 'node' | 'self'>;
  /** The call that is being looked into where it stands; null or nothing at the outermost. */
  readonly frame?: Frame | null;
}

/** A function that a request is given to before it is sent, and what of it. */
export interface Hook {
  readonly of: 'query' | 'body' | 'request';
  readonly value: Value;
  /** Where it is given to the client. */
  readonly place: Place;
}

/** A function that an answer is given to, or its status. */
export interface AnswerHook {
  readonly of: 'status' | 'answer';
  readonly value: Value;
}

/** The parts of a request that are made anew, each with where. */
export type Rewritten = ReadonlyMap<'url' | 'query' | 'body', Place>;

/** A request as the source makes it. */
export interface FoundRequest {
  readonly request: Request;
  readonly tree: Tree;
  /** The call that sends it; a text that nobody is seen to send stands for itself. */
  readonly node: Node;
  /** The calls on what that returned which give it more: `request.write(body)`. */
  readonly followedBy?: readonly Node[];
  readonly frame: Frame | null;
  readonly sender: Sender | null;
  /** Header names and what is known of their values, as text to look for evidence in. */
  readonly headers: readonly string[];
  /** Records in sight that parameters can be added to. */
  readonly records: readonly RecordPlace[];
  /** Something out of sight follows the address, so nothing can be put behind it. */
  readonly tail: boolean;
  /** The calls that led here, outermost first: a wrapper's request has those of the wrapper. */
  readonly chain: readonly ChainCall[];
  /** The functions whose callers know more than is known here. */
  readonly owners: readonly FunctionNode[];
  /**
   * Why nothing is told of it, though its base moves with the others': a function that the configuration declares sends
   * it, and its callers' requests are told where they call; a function that nothing calls, which would be given its path;
   * or it is the base of a client that nobody knows, and what is sent behind it is out of sight.
   */
  readonly untold?: 'declared' | 'idle' | 'base';
  /** The calls that lead there do not come to what sends: a test of what they give leads past it. */
  readonly isPassedBy?: true;
  /** An action describes it, and a middleware sends it, as it does others that may be out of sight. */
  readonly dispatched?: true;
  /** How a mock meets it; null for a request that the program sends. */
  readonly answered: Answered | null;
  /** Functions of its options that it goes through before it is sent. */
  readonly hooks?: readonly Hook[];
  /** Functions of its options that its answer goes through. */
  readonly answerHooks?: readonly AnswerHook[];
  /** Where code that nobody understands makes parts of it anew before it is sent. */
  readonly rewritten?: Rewritten;
  /** It stands in a file that is no program: whether a command sends it there, and what is read of the answer. */
  readonly document?: Pick<DocumentRequest, 'sent' | 'reads' | 'statuses' | 'guarded' | 'proxied'>;
}

/** The library call that sends a request, for an edit of its method. */
export interface Sender {
  readonly client: Client;
  readonly call: Call;
  readonly file: string;
  readonly node: TSESTree.CallExpression;
  /** The member's name where it gives the method: `delete` of `axios.delete`, or inside the quotes of `axios['delete']`. */
  readonly member: Place | null;
  /** What made the instance of the client that sends; null for the library's own. */
  readonly made: Node | null;
}
