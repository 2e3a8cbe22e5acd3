import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { at, objectOf, textOf } from '../kit/json.ts';
import { jsonRequest, unreadable, type JsonCall } from '../kit/json-request.ts';
import { PlatformError } from '../kit/platform-error.ts';
import { TokenRefused } from '../kit/oauth/with-token.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';

/** An unsuccessful response. `code`: TikTok's error code; null if TikTok itself did not write the response. */
export class TikTokError extends PlatformError {
  constructor(
    status: number,
    readonly code: string | null,
    words: string | null,
    headers: ServerReply['headers'],
  ) {
    super(status, words, headers, code !== null, code ?? '');
  }
}

/** `path` begins with `/v2/`. The default method is POST. */
export type TikTokCall = Omit<JsonCall, 'token' | 'form'> & Readonly<{ path: string }>;
/** Makes one call with the token of an account. Returns `data` of the response. */
export type Ask = (call: TikTokCall) => Promise<JsonValue>;

/**
 * Whether TikTok refuses the token. TikTok also returns 401 for a missing scope, which a new token would also lack. `isFromPlatform`:
 * TikTok itself wrote the response, not a proxy.
 */
const refusesToken = (status: number, code: string | null, isFromPlatform: boolean): boolean =>
  code === 'access_token_invalid' || (status === 401 && isFromPlatform && !(code ?? '').startsWith('scope_'));

/** The client for TikTok for Developers. A call succeeded if the status is a success and `error.code` is `ok`. */
export class TikTokClient {
  readonly #base: string;

  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.#base = apiUrl.replace(/\/v2$/u, '');
  }

  /** @throws TokenRefused, TikTokError, OutgoingError (including `unreadable` for a successful response without an error code), BreakerOpen */
  async send(token: string, { path, method = 'POST', ...call }: TikTokCall): Promise<JsonValue> {
    const json = method === 'POST' ? { json: call.json ?? {} } : {};
    const fullCall = { ...call, ...json, method, token };
    const request = jsonRequest(`${this.#base}${path}`, fullCall, 'application/json; charset=UTF-8');
    const reply = await this.http.send('tiktok', request);
    const body = reply.json();
    const code = textOf(at(body, 'error', 'code'));
    if (reply.ok && code === 'ok') return at(body, 'data') ?? {};
    const words = textOf(at(body, 'error', 'message'));
    if (refusesToken(reply.status, code, objectOf(body) !== null)) throw new TokenRefused(words);
    if (reply.ok && code === null) throw unreadable(request.url.host, 'did not answer as TikTok does');
    throw new TikTokError(reply.status, code, words, reply.headers);
  }
}
