import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { at, objectOf, textOf } from '../kit/json.ts';
import {
  jsonRequest,
  objectIn,
  type RequestForm,
  type JsonCall,
  type RequestOptions,
} from '../kit/json-request.ts';
import { PlatformError } from '../kit/platform-error.ts';
import { TokenRefused } from '../kit/oauth/with-token.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';

export class PinterestError extends PlatformError {}

/** `path`: the path after the version, e.g. `/pins`. */
export type PinterestCall = JsonCall & Readonly<{ path: string; token: string }>;

const VERSION = /\/v\d+$/u;

/**
 * The client for Pinterest API v5: `developers.pinterest.com/docs/api/v5`. Errors are `{code, message}`; Posthorn classifies them
 * by their HTTP status.
 */
export class PinterestClient {
  readonly #base: string;

  /** `apiUrl` may end with a version. */
  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
  ) {
    this.#base = VERSION.test(apiUrl) ? apiUrl : `${apiUrl}/v5`;
  }

  /**
   * Returns null for a successful response without a body.
   * @throws TokenRefused, PinterestError, OutgoingError (including `unreadable` for a successful response that is not JSON), BreakerOpen
   */
  async send({ path, ...call }: PinterestCall): Promise<JsonObject | null> {
    const request = jsonRequest(`${this.#base}${path}`, call);
    const reply = await this.http.send('pinterest', request);
    if (!reply.ok) throw failureIn(reply);
    return objectIn(reply, request.url.host);
  }

  /** Uploads to the storage that `POST /media` returned, without our token. @throws PinterestError, OutgoingError, BreakerOpen */
  async upload(url: string, form: RequestForm, options: RequestOptions): Promise<void> {
    const reply = await this.http.send('pinterest', { method: 'POST', url, body: { form }, ...options });
    if (!reply.ok) throw new PinterestError(reply.status, reply.text(), reply.headers, true);
  }
}

function failureIn(reply: ServerReply): TokenRefused | PinterestError {
  const body = reply.json();
  const isFromPlatform = objectOf(body) !== null;
  const words = textOf(at(body, 'message')) ?? (isFromPlatform ? null : reply.text());
  if (reply.status === 401 && isFromPlatform) return new TokenRefused(words);
  return new PinterestError(reply.status, words, reply.headers, isFromPlatform);
}
