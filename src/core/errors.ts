/**
 * An answer that is no success. GitLab has two shapes: `message` for what the application refuses, `error` for
 * parameters, routes and tokens.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly body: Readonly<Record<string, unknown>>,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${String(status)} ${JSON.stringify(body)}`);
  }
}

const reasons = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Not Allowed',
  408: 'Request Timeout',
  413: 'Request Entity Too Large',
  414: 'Request-URI Too Long',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

type PlainStatus = keyof typeof reasons;

function toWords(status: PlainStatus): string {
  return `${String(status)} ${reasons[status]}`;
}

/** An error of the transport: status and reason, as `{"error":"404 Not Found"}`. */
export function plainError(status: PlainStatus, headers: Readonly<Record<string, string>> = {}): ApiError {
  return new ApiError(status, { error: toWords(status) }, headers);
}

export function unauthorized(): ApiError {
  return new ApiError(401, { message: toWords(401) });
}

export type Thing = 'Group' | 'Project' | 'User';

/** What is not there, or may not be seen. */
export function thingNotFound(thing: Thing): ApiError {
  return new ApiError(404, { message: `404 ${thing} Not Found` });
}

/** @param problems one for each parameter, in the order in which they are declared */
export function invalidParameters(problems: readonly string[]): ApiError {
  return new ApiError(400, { error: problems.join(', ') });
}

export function invalidAttribute(attribute: string, problems: readonly string[]): ApiError {
  return new ApiError(400, { message: { [attribute]: problems } });
}
