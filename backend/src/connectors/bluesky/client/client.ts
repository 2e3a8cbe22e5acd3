import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { OutgoingBody } from '#infrastructure/outgoing/outgoing-body.ts';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import { at, objectOf, textOf } from '../../kit/json.ts';
import { jsonRequest, objectIn, type RequestOptions } from '../../kit/json-request.ts';
import { PlatformError } from '../../kit/platform-error.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';

const TOKEN_REFUSALS = new Set([
  'ExpiredToken',
  'InvalidToken',
  'AuthMissing',
  'AuthenticationRequired',
  'AuthFactorTokenRequired',
]);
const CLOSED = new Set([
  'AccountTakedown',
  'AccountDeactivated',
  'AccountSuspended',
  'RepoTakendown',
  'RepoDeactivated',
]);

/** `code` is the platform's `error`; null if the response has no such field. */
export class XrpcError extends PlatformError {
  constructor(
    status: number,
    readonly code: string | null,
    words: string | null,
    headers: ServerReply['headers'],
    readonly body: JsonObject | null = null,
  ) {
    super(status, words, headers, body !== null, code ?? '');
  }

  /** The account itself is closed; a new token does not help. */
  get closed(): boolean {
    return CLOSED.has(this.code ?? '');
  }

  /**
   * The platform refused the token, so the request had no effect. The status of such a refusal is 400 or 401. A 401 without a JSON body comes
   * from a proxy in front of the platform.
   */
  get refusesToken(): boolean {
    if (this.closed) return false;
    return (
      (this.status === 401 && this.body !== null) ||
      (this.status === 400 && TOKEN_REFUSALS.has(this.code ?? ''))
    );
  }

  get throttles(): boolean {
    return this.status === 429 || this.code === 'RateLimitExceeded';
  }
}

export type XrpcCall = Readonly<{
  server: string;
  method: string;
  /** A list repeats the same parameter. */
  params?: Readonly<Record<string, string | readonly string[]>>;
  token?: string;
  body?: JsonObject;
  /** Raw bytes instead of JSON, with their media type. */
  upload?: Readonly<{ body: OutgoingBody; type: string }>;
  request?: RequestOptions;
}>;

/** The client for XRPC, the HTTP API of the AT Protocol. */
export class Xrpc {
  constructor(private readonly http: PlatformHttp) {}

  isPrivate(server: string): boolean {
    return this.http.isPrivate(server);
  }

  /** Reads data. @throws XrpcError, OutgoingError, BreakerOpen */
  query(call: XrpcCall): Promise<JsonObject> {
    return this.#send('GET', call);
  }

  /** Changes data. Without `body`, the request has no body, as some procedures require. @throws XrpcError, OutgoingError, BreakerOpen */
  procedure(call: XrpcCall): Promise<JsonObject> {
    return this.#send('POST', call);
  }

  async #send(method: 'GET' | 'POST', call: XrpcCall): Promise<JsonObject> {
    const { server, params, token, body, upload, request } = call;
    const httpRequest = jsonRequest(new URL(`/xrpc/${call.method}`, server), {
      method,
      ...(params && { query: params }),
      ...(token !== undefined && { token }),
      ...(body !== undefined && { json: body }),
      ...(upload && { headers: { 'content-type': upload.type } }),
      request: { ...request, ...(upload && { body: upload.body }) },
    });
    const reply = await this.http.send('bluesky', { ...httpRequest, userChosen: true });
    return bodyOf(reply, httpRequest.url.host);
  }
}

function bodyOf(reply: ServerReply, host: string): JsonObject {
  const body = objectOf(reply.json());
  if (!reply.ok) {
    const words = textOf(at(body ?? undefined, 'message')) ?? (body ? null : reply.text());
    throw new XrpcError(reply.status, textOf(at(body ?? undefined, 'error')), words, reply.headers, body);
  }
  // The response of some procedures is empty.
  return objectIn(reply, host) ?? {};
}
