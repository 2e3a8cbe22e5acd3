import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { at, objectOf, textOf } from '../../kit/json.ts';
import { jsonRequest, unreadable, type JsonCall } from '../../kit/json-request.ts';
import { PlatformError } from '../../kit/platform-error.ts';
import { TokenRefused } from '../../kit/oauth/with-token.ts';
import { wordsOf } from '../../kit/outcomes.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';

const VERSION = '/open_api/v1.3';

/** `code`: TikTok's error code; null if TikTok itself did not write the response. */
export class BusinessError extends PlatformError {
  constructor(
    status: number,
    readonly code: number | null,
    words: string | null,
  ) {
    super(status, words, {}, code !== null, String(code));
  }
}

export type BusinessCall = Pick<JsonCall, 'json' | 'query' | 'request'> &
  Readonly<{
    /** The path after the version, or a complete URL. Without `json`, the method is GET. */
    path: string | URL;
  }>;

/** The client for TikTok's API for Business. Errors may have status 200, and TikTok documents only some of their codes. */
export class BusinessClient {
  constructor(
    private readonly http: PlatformHttp,
    private readonly apiUrl: string,
  ) {}

  /** Returns `data`. @throws TokenRefused, BusinessError, OutgoingError, BreakerOpen */
  async send(token: string | null, { path, ...call }: BusinessCall): Promise<JsonValue> {
    const request = jsonRequest(typeof path === 'string' ? `${this.apiUrl}${VERSION}${path}` : path, {
      ...call,
      method: call.json === undefined ? 'GET' : 'POST',
      ...(token !== null && { headers: { 'access-token': token } }),
    });
    const reply = await this.http.send('tiktok', request);
    const body = objectOf(reply.json());
    const code = typeof body?.['code'] === 'number' ? body['code'] : null;
    if (reply.ok && code === 0) return at(body ?? undefined, 'data') ?? {};
    const words = wordsOf(textOf(body?.['message']));
    if (code !== null && refusesToken(code, words ?? '')) throw new TokenRefused(words);
    if (reply.ok && code === null) throw unreadable(request.url.host, 'did not answer as TikTok does');
    throw new BusinessError(reply.status, code, words);
  }
}

/** Whether TikTok refuses the token. SDKs use code 40105; the documentation contains only the message. */
const refusesToken = (code: number, words: string): boolean =>
  code === 40_105 ||
  (code >= 40_000 && code < 50_000 && /access.token.*(?:incorrect|expired|revoked)/iu.test(words));
