import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { OutgoingBody } from '#infrastructure/outgoing/outgoing-body.ts';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { at, listOf, objectOf, textOf } from '../kit/json.ts';
import { jsonRequest, unreadable, type JsonCall } from '../kit/json-request.ts';
import { PlatformError } from '../kit/platform-error.ts';
import { TokenRefused } from '../kit/oauth/with-token.ts';
import { wordsOf } from '../kit/outcomes.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';

export class LinkedInError extends PlatformError {
  constructor(
    status: number,
    readonly code: string | null,
    words: string | null,
    headers: ServerReply['headers'],
    isFromPlatform: boolean,
  ) {
    super(status, words, headers, isFromPlatform, code ?? '');
  }
}

export type LinkedInCall = JsonCall &
  Readonly<{
    token: string;
    /** The path and query after the base URL, with percent-encoded URNs. */
    path: string;
    /** The Rest.li 2.0 method, if the HTTP method alone does not determine it. */
    restliMethod?: 'FINDER' | 'DELETE';
  }>;
export type Upload = Readonly<{
  url: string;
  body: OutgoingBody;
  type: string;
  /** Absent if the URL itself grants access. */
  token?: string;
  timeoutMs: number;
  signal: AbortSignal;
}>;

/** The client for one version of LinkedIn's Rest.li API. */
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
  async send({ path, restliMethod, ...call }: LinkedInCall): Promise<ServerReply> {
    const headers = {
      'linkedin-version': this.version,
      'x-restli-protocol-version': '2.0.0',
      ...(restliMethod && { 'x-restli-method': restliMethod }),
    };
    const request = jsonRequest(`${this.#base}${path}`, { ...call, headers });
    return throwUnlessOk(await this.http.send('linkedin', request));
  }

  /** Like `send`, for a call that returns a JSON object. @throws the errors of `send`; OutgoingError `unreadable` for anything else */
  async read(call: LinkedInCall): Promise<JsonObject> {
    const body = objectOf((await this.send(call)).json());
    if (body) return body;
    throw unreadable('linkedin');
  }

  /** Uploads bytes to a URL that LinkedIn returned. @throws the errors of `send` */
  async upload({ url, body, type, token, ...request }: Upload): Promise<ServerReply> {
    const headers = {
      'content-type': type,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    return throwUnlessOk(await this.http.send('linkedin', { method: 'PUT', url, headers, body, ...request }));
  }
}

function throwUnlessOk(reply: ServerReply): ServerReply {
  if (reply.ok) return reply;
  const body = objectOf(reply.json());
  const words = wordsOf(textOf(body?.['message']) ?? textOf(at(fieldErrors(body)[0], 'description')));
  // A web page with this status comes from a proxy, so the token may be valid.
  if (reply.status === 401 && (body || reply.body.length === 0)) throw new TokenRefused(words);
  throw new LinkedInError(reply.status, errorCodeIn(body), words, reply.headers, body !== null);
}

const fieldErrors = (body: JsonObject | null) => listOf(at(body ?? undefined, 'errorDetails', 'inputErrors'));

/** The error code. The code of a single field is more exact than the code of the whole response. */
function errorCodeIn(body: JsonObject | null): string | null {
  const [ofField] = fieldErrors(body).flatMap((field) => textOf(at(field, 'code')) ?? []);
  return ofField ?? textOf(body?.['code']);
}
