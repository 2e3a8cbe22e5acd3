import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { at, objectOf, textOf } from '../kit/json.ts';
import { jsonRequest, unreadable, type RequestOptions } from '../kit/json-request.ts';
import { PlatformError } from '../kit/platform-error.ts';
import { lacksPermission } from '../meta/errors/graph-outcomes.ts';
import { TokenRefused } from '../kit/oauth/with-token.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';

/** `code` is null if the platform itself did not write the response. */
export class ThreadsError extends PlatformError {
  constructor(
    status: number,
    readonly code: number | null,
    readonly subcode: number | null,
    /** The platform reports the error as temporary. */
    readonly isTransient: boolean,
    words: string | null,
    headers: ServerReply['headers'],
  ) {
    super(status, words, headers, code !== null);
  }
}

export type ThreadsCall = Readonly<{
  /** The path after the version, e.g. `/me`. */
  path: string;
  method?: 'GET' | 'POST' | 'DELETE';
  /** Sent in the URL of a GET or DELETE, and in the body of a POST. They include the token. */
  fields: Readonly<Record<string, string>>;
  /** False for calls that exchange tokens: their URL has no version. */
  versioned?: boolean;
  request?: RequestOptions;
}>;

const VERSION = /\/v\d+(?:\.\d+)?$/u;
/** 190: the token is expired, revoked or unknown. 102: its session ended. */
const TOKEN_CODES: readonly (number | null)[] = [190, 102];

/** The Threads API, v1.0: `developers.facebook.com/docs/threads`. Tokens are sent as fields, as its documentation shows. */
export class ThreadsClient {
  readonly #versioned: string;
  readonly #plain: string;

  /** `apiUrl` may end with a version. */
  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.#versioned = VERSION.test(apiUrl) ? apiUrl : `${apiUrl}/v1.0`;
    this.#plain = apiUrl.replace(VERSION, '');
  }

  /**
   * @throws TokenRefused, ThreadsError, OutgoingError (including `unreadable` for a successful response that is not a JSON object),
   * BreakerOpen
   */
  async send({ path, method = 'GET', fields, versioned = true, request }: ThreadsCall): Promise<JsonObject> {
    const url = `${versioned ? this.#versioned : this.#plain}${path}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(fields).toString();
    const outgoing =
      method === 'POST'
        ? jsonRequest(url, { method, headers, request: { ...request, body } })
        : jsonRequest(url, { method, query: fields, ...(request && { request }) });
    const reply = await this.http.send('threads', outgoing);
    if (!reply.ok) throw failureIn(reply);
    const json = objectOf(reply.json());
    if (json === null) throw unreadable(outgoing.url.host);
    return json;
  }
}

/** The error in a response. Calls that exchange tokens have a different error format: `{error_type, code, error_message}`. */
function failureIn(reply: ServerReply): TokenRefused | ThreadsError {
  const body = objectOf(reply.json());
  const error = objectOf(at(body ?? undefined, 'error')) ?? (textOf(body?.['error_message']) ? body : null);
  const code = numberOf(error?.['code']);
  const words =
    textOf(error?.['error_user_msg']) ??
    textOf(error?.['message']) ??
    textOf(error?.['error_message']) ??
    reply.text();
  if (TOKEN_CODES.includes(code) || (reply.status === 401 && error !== null && !lacksPermission(code)))
    return new TokenRefused(words);
  const isTransient = error?.['is_transient'] === true;
  return new ThreadsError(
    reply.status,
    code,
    numberOf(error?.['error_subcode']),
    isTransient,
    words,
    reply.headers,
  );
}

const numberOf = (value: JsonValue | undefined): number | null => (typeof value === 'number' ? value : null);
