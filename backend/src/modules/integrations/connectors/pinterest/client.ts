import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { OutgoingReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { at, objectOf, textOf } from '../json.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import type { PlatformHttp } from '../platform-http.ts';

/** An answer that is not a success. `spoken` is false when nobody of the platform wrote it: a page of a proxy, say. */
export class PinterestError extends Error {
  override readonly name = 'PinterestError';
  constructor(
    readonly status: number,
    readonly words: string | null,
    readonly headers: Readonly<Record<string, string>>,
    readonly spoken: boolean,
  ) {
    super(`${String(status)} ${words ?? ''}`);
  }
}

type Form = Extract<OutgoingRequest['body'], { form: unknown }>['form'];
type Limits = Pick<OutgoingRequest, 'signal' | 'timeoutMs' | 'newConnection'>;
export type PinterestCall = Readonly<{
  /** Below the version, e.g. `/pins`. */
  path: string;
  method?: 'GET' | 'POST' | 'DELETE';
  token: string;
  query?: Readonly<Record<string, string>>;
  json?: JsonValue;
  request?: Limits;
}>;

const VERSION = /\/v\d+$/u;

/** The Pinterest API v5: `developers.pinterest.com/docs/api/v5`. Errors are `{code, message}`; their status decides. */
export class PinterestClient {
  readonly #base: string;

  /** `apiUrl` may end with the version or without. */
  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.#base = VERSION.test(apiUrl) ? apiUrl : `${apiUrl}/v5`;
  }

  /**
   * Null for a success without a body.
   * @throws TokenRefused, PinterestError, OutgoingError (`unreadable` also for a success that is no JSON), BreakerOpen
   */
  async send({
    path,
    method = 'GET',
    token,
    query,
    json,
    request,
  }: PinterestCall): Promise<JsonObject | null> {
    const url = new URL(`${this.#base}${path}`);
    url.search = new URLSearchParams(query).toString();
    const reply = await this.http.send('pinterest', {
      method,
      url,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...request,
    });
    if (!reply.ok) throw failureIn(reply);
    if (reply.body.length === 0) return null;
    const body = objectOf(reply.json());
    if (body === null)
      throw new OutgoingError('unreadable', true, url.host, 'answers something else than JSON');
    return body;
  }

  /** To the storage behind `POST /media`: without our token, which is none of its business. @throws PinterestError, OutgoingError, BreakerOpen */
  async upload(address: string, form: Form, request: Limits): Promise<void> {
    const reply = await this.http.send('pinterest', {
      method: 'POST',
      url: address,
      body: { form },
      ...request,
    });
    if (!reply.ok) throw new PinterestError(reply.status, reply.text(), reply.headers, true);
  }
}

function failureIn(reply: OutgoingReply): TokenRefused | PinterestError {
  const body = reply.json();
  const spoken = objectOf(body) !== null;
  const words = textOf(at(body, 'message')) ?? (spoken ? null : reply.text());
  if (reply.status === 401 && spoken) return new TokenRefused(words);
  return new PinterestError(reply.status, words, reply.headers, spoken);
}
