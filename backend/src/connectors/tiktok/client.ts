import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { at, objectOf, textOf } from '../kit/json.ts';
import { jsonRequest, unreadable, type JsonCall } from '../kit/json-request.ts';
import { PlatformError } from '../kit/platform-error.ts';
import { TokenRefused } from '../kit/oauth/with-token.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';

/** An answer that is not `ok`. `code` is TikTok's own; null when another server answered. */
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

/** `path`: begins with `/v2/`. POST by default. */
export type TikTokCall = Omit<JsonCall, 'token' | 'form'> & Readonly<{ path: string }>;
/** One call with the token of an account. Returns `data`. */
export type Ask = (call: TikTokCall) => Promise<JsonValue>;

/**
 * TikTok also answers 401 for a missing scope, which a new token does not have either. `spoken`: TikTok itself answered, not a proxy in front of it.
 */
const refusesToken = (status: number, code: string | null, spoken: boolean): boolean =>
  code === 'access_token_invalid' || (status === 401 && spoken && !(code ?? '').startsWith('scope_'));

/** The HTTP API of TikTok for Developers. A call succeeded when `error.code` is `ok`, whatever the status is. */
export class TikTokClient {
  readonly #base: string;

  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.#base = apiUrl.replace(/\/v2$/u, '');
  }

  /** @throws TokenRefused, TikTokError, OutgoingError (`unreadable` also for a success without content), BreakerOpen */
  async send(token: string, { path, method = 'POST', ...call }: TikTokCall): Promise<JsonValue> {
    const json = method === 'POST' ? { json: call.json ?? {} } : {};
    const asked = { ...call, ...json, method, token };
    const request = jsonRequest(`${this.#base}${path}`, asked, 'application/json; charset=UTF-8');
    const reply = await this.http.send('tiktok', request);
    const body = reply.json();
    const code = textOf(at(body, 'error', 'code'));
    if (reply.ok && code === 'ok') return at(body, 'data') ?? {};
    const words = textOf(at(body, 'error', 'message'));
    if (refusesToken(reply.status, code, objectOf(body) !== null)) throw new TokenRefused(words);
    if (reply.ok && code === null)
      throw unreadable(request.url.host, 'answers something else than TikTok does');
    throw new TikTokError(reply.status, code, words, reply.headers);
  }
}
