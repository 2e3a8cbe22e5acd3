import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { at, objectOf, textOf } from '../../json.ts';
import { TokenRefused } from '../../oauth/with-token.ts';
import { wordsOf } from '../../outcomes.ts';
import type { PlatformHttp } from '../../platform-http.ts';

const VERSION = '/open_api/v1.3';

/** An answer that is no success. `code` is TikTok's own, null when somebody else answered. */
export class BusinessError extends Error {
  override readonly name = 'BusinessError';
  constructor(
    readonly status: number,
    readonly code: number | null,
    readonly words: string | null,
  ) {
    super(`${String(status)} ${String(code)} ${words ?? ''}`);
  }
}

export type BusinessCall = Readonly<{
  /** Below the version; a whole address where it has one of its own. */
  path: string | URL;
  /** Undefined: a GET. */
  json?: JsonObject;
  query?: Readonly<Record<string, string>>;
  request?: Pick<OutgoingRequest, 'signal' | 'timeoutMs' | 'newConnection'>;
}>;

/** TikTok's API for Business: errors come with 200 as well, and their numbers are documented for some of them only. */
export class BusinessClient {
  constructor(
    private readonly http: PlatformHttp,
    private readonly apiUrl: string,
  ) {}

  /** Answers `data`. @throws TokenRefused, BusinessError, OutgoingError, BreakerOpen */
  async send(token: string | null, { path, json, query, request }: BusinessCall): Promise<JsonValue> {
    const url = new URL(typeof path === 'string' ? `${this.apiUrl}${VERSION}${path}` : path);
    if (query) url.search = new URLSearchParams(query).toString();
    const reply = await this.http.send('tiktok', {
      method: json ? 'POST' : 'GET',
      url,
      headers: {
        accept: 'application/json',
        ...(token !== null && { 'access-token': token }),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
      ...request,
    });
    const body = objectOf(reply.json());
    const code = typeof body?.['code'] === 'number' ? body['code'] : null;
    if (reply.ok && code === 0) return at(body ?? undefined, 'data') ?? {};
    const words = wordsOf(textOf(body?.['message']));
    if (code !== null && refusesToken(code, words ?? '')) throw new TokenRefused(words);
    if (reply.ok && code === null)
      throw new OutgoingError('unreadable', true, url.host, 'answers something else than TikTok does');
    throw new BusinessError(reply.status, code, words);
  }
}

/** 40105 is what SDKs know; the words are those of its documentation. */
const refusesToken = (code: number, words: string): boolean =>
  code === 40_105 ||
  (code >= 40_000 && code < 50_000 && /access.token.*(?:incorrect|expired|revoked)/iu.test(words));
