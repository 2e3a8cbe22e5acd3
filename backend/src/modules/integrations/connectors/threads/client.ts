import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { OutgoingReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { at, objectOf, textOf } from '../json.ts';
import { lacksPermission } from '../meta/graph-outcomes.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import type { PlatformHttp } from '../platform-http.ts';

/** An answer that is not a success. `code` is null when nobody of the platform wrote it: a page of a proxy, say. */
export class ThreadsError extends Error {
  override readonly name = 'ThreadsError';
  constructor(
    readonly status: number,
    readonly code: number | null,
    readonly subcode: number | null,
    /** The platform calls it passing. */
    readonly isTransient: boolean,
    readonly words: string | null,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(`${String(status)} ${words ?? ''}`);
  }
}

export type ThreadsCall = Readonly<{
  /** Below the version, e.g. `/me`. */
  path: string;
  method?: 'GET' | 'POST' | 'DELETE';
  /** In the address of a GET and a DELETE, in the body of a POST; the token among them. */
  fields: Readonly<Record<string, string>>;
  /** The calls that trade tokens have no version in their address. */
  versioned?: boolean;
  request?: Pick<OutgoingRequest, 'signal' | 'timeoutMs' | 'newConnection'>;
}>;

const VERSION = /\/v\d+(?:\.\d+)?$/u;
/** 190: the token is expired, revoked or unknown. 102: its session is over. */
const TOKEN_CODES: readonly (number | null)[] = [190, 102];

/** The Threads API, v1.0: `developers.facebook.com/docs/threads`. Tokens travel as fields, as its documentation has them. */
export class ThreadsClient {
  readonly #versioned: string;
  readonly #plain: string;

  /** `apiUrl` may end with the version or without. */
  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.#versioned = VERSION.test(apiUrl) ? apiUrl : `${apiUrl}/v1.0`;
    this.#plain = apiUrl.replace(VERSION, '');
  }

  /** @throws TokenRefused, ThreadsError, OutgoingError (`unreadable` also for a success that is no JSON object), BreakerOpen */
  async send({ path, method = 'GET', fields, versioned = true, request }: ThreadsCall): Promise<JsonObject> {
    const url = new URL(`${versioned ? this.#versioned : this.#plain}${path}`);
    const encoded = new URLSearchParams(fields).toString();
    if (method !== 'POST') url.search = encoded;
    const reply = await this.http.send('threads', {
      method,
      url,
      headers: {
        accept: 'application/json',
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'POST' && { body: encoded }),
      ...request,
    });
    if (!reply.ok) throw failureIn(reply);
    const body = objectOf(reply.json());
    if (body === null)
      throw new OutgoingError('unreadable', true, url.host, 'answers something else than JSON');
    return body;
  }
}

/** Calls that trade tokens have a shape of their own: `{error_type, code, error_message}`. */
function failureIn(reply: OutgoingReply): TokenRefused | ThreadsError {
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
