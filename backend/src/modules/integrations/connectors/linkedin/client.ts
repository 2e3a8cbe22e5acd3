import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { OutgoingBody } from '#infrastructure/outgoing/outgoing-body.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { OutgoingReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import { at, listOf, objectOf, textOf } from '../json.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import { wordsOf } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';

/** An answer that is not a success. `spoken` is false when nobody of LinkedIn wrote it. */
export class LinkedInError extends Error {
  override readonly name = 'LinkedInError';
  constructor(
    readonly status: number,
    readonly code: string | null,
    readonly words: string | null,
    readonly headers: OutgoingReply['headers'],
    readonly spoken: boolean,
  ) {
    super(`${String(status)} ${code ?? ''} ${words ?? ''}`);
  }
}

export type LinkedInCall = Readonly<{
  token: string;
  method?: OutgoingRequest['method'];
  /** Below the base address, its query included; URNs in it are percent-encoded. */
  path: string;
  /** Where the method alone does not say it (Rest.li 2.0). */
  restliMethod?: 'FINDER' | 'DELETE';
  json?: JsonValue;
  request?: Pick<OutgoingRequest, 'signal' | 'timeoutMs' | 'newConnection'>;
}>;
export type Upload = Readonly<{
  url: string;
  body: OutgoingBody;
  type: string;
  /** Left out where the address alone gives the right. */
  token?: string;
  timeoutMs: number;
  signal: AbortSignal;
}>;

/** LinkedIn's Rest.li dialect, of one version. */
export class LinkedInClient {
  readonly #base: string;

  /** `apiUrl` may or may not end with `/rest` or `/v2`. `version`: `202609`. */
  constructor(
    private readonly http: PlatformHttp,
    apiUrl: string,
    private readonly version: string,
  ) {
    this.#base = apiUrl.replace(/\/(?:rest|v2)$/u, '');
  }

  /** @throws TokenRefused, LinkedInError, OutgoingError, BreakerOpen */
  async send({
    token,
    method = 'GET',
    path,
    restliMethod,
    json,
    request,
  }: LinkedInCall): Promise<OutgoingReply> {
    const reply = await this.http.send('linkedin', {
      method,
      url: `${this.#base}${path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'linkedin-version': this.version,
        'x-restli-protocol-version': '2.0.0',
        ...(restliMethod && { 'x-restli-method': restliMethod }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...request,
    });
    return good(reply);
  }

  /** The same for a call that answers an object. @throws as `send` */
  async read(call: LinkedInCall): Promise<JsonObject> {
    const body = objectOf((await this.send(call)).json());
    if (body) return body;
    throw new OutgoingError('unreadable', true, 'linkedin', 'answers something else than JSON');
  }

  /** Puts bytes where LinkedIn said. @throws as `send` */
  async upload({ url, body, type, token, ...request }: Upload): Promise<OutgoingReply> {
    const headers = {
      'content-type': type,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    return good(await this.http.send('linkedin', { method: 'PUT', url, headers, body, ...request }));
  }
}

function good(reply: OutgoingReply): OutgoingReply {
  if (reply.ok) return reply;
  const body = objectOf(reply.json());
  const words = wordsOf(textOf(body?.['message']) ?? textOf(at(fieldErrors(body)[0], 'description')));
  // A page with this status is somebody else's: the token may be good.
  if (reply.status === 401 && (body || reply.body.length === 0)) throw new TokenRefused(words);
  throw new LinkedInError(reply.status, codeIn(body), words, reply.headers, body !== null);
}

const fieldErrors = (body: JsonObject | null) => listOf(at(body ?? undefined, 'errorDetails', 'inputErrors'));

/** What is said about a field of the request says more than the answer's own code. */
function codeIn(body: JsonObject | null): string | null {
  const [ofField] = fieldErrors(body).flatMap((field) => textOf(at(field, 'code')) ?? []);
  return ofField ?? textOf(body?.['code']);
}
