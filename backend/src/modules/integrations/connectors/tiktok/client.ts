import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { at, objectOf, textOf } from '../json.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import type { PlatformHttp } from '../platform-http.ts';

/** An answer that is not `ok`. `code` is TikTok's own, null when somebody else answered. */
export class TikTokError extends Error {
  override readonly name = 'TikTokError';
  constructor(
    readonly status: number,
    readonly code: string | null,
    readonly words: string | null,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(`${String(status)} ${code ?? ''} ${words ?? ''}`);
  }
}

export type TikTokCall = Readonly<{
  /** Begins with `/v2/`. */
  path: string;
  method?: 'GET' | 'POST';
  query?: Readonly<Record<string, string>>;
  json?: JsonObject;
  request?: Pick<OutgoingRequest, 'signal' | 'timeoutMs' | 'newConnection'>;
}>;
/** One call with the token of an account. Answers `data`. */
export type Ask = (call: TikTokCall) => Promise<JsonValue>;

/** 401 is also said of missing scopes, which no fresh token has. `spoken`: by TikTok, and by nothing in front of it. */
const refusesToken = (status: number, code: string | null, spoken: boolean): boolean =>
  code === 'access_token_invalid' || (status === 401 && spoken && !(code ?? '').startsWith('scope_'));

/** The HTTP dialect of TikTok for Developers: a call went well when `error.code` is `ok`, whatever the status says. */
export class TikTokClient {
  readonly #base: string;

  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.#base = apiUrl.replace(/\/v2$/u, '');
  }

  urlOf(path: string): URL {
    return new URL(`${this.#base}${path}`);
  }

  /** @throws TokenRefused, TikTokError, OutgoingError (`unreadable` also for a success that says nothing), BreakerOpen */
  async send(token: string, { path, method = 'POST', query, json, request }: TikTokCall): Promise<JsonValue> {
    const url = this.urlOf(path);
    url.search = new URLSearchParams(query).toString();
    const reply = await this.http.send('tiktok', {
      method,
      url,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(method === 'POST' && { 'content-type': 'application/json; charset=UTF-8' }),
      },
      ...(method === 'POST' && { body: JSON.stringify(json ?? {}) }),
      ...request,
    });
    const body = reply.json();
    const code = textOf(at(body, 'error', 'code'));
    if (reply.ok && code === 'ok') return at(body, 'data') ?? {};
    const words = textOf(at(body, 'error', 'message'));
    if (refusesToken(reply.status, code, objectOf(body) !== null)) throw new TokenRefused(words);
    if (reply.ok && code === null)
      throw new OutgoingError('unreadable', true, url.host, 'answers something else than TikTok does');
    throw new TikTokError(reply.status, code, words, reply.headers);
  }
}
