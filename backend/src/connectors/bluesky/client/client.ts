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
/**
 * Codes about a token with which the account's server calls the Bluesky app: packages/xrpc-server/src/auth.ts and
 * packages/bsky/src/auth-verifier.ts of atproto. One reason is a wrong clock of the account's server.
 */
const SERVICE_TOKEN_REFUSALS = /^(?:BadJwt\w*|JwtExpired|MissingJwt|UntrustedIss)$/u;
/** The app does not know the account, or not its key. The code of this refusal is the usual one. */
const UNKNOWN_TO_APP = /^(?:identity unknown|missing or bad key)$/iu;
/** The account's server forwards these calls to the Bluesky app, and also the app's refusals: packages/pds/src/pipethrough.ts. */
const FORWARDED = /^app\.bsky\./u;
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
    /** The account's server forwarded the call to the Bluesky app, so the response may be that of the app. */
    readonly isForwarded = false,
  ) {
    super(status, words, headers, body !== null, code ?? '');
  }

  /** The account itself is closed; a new token does not help. */
  get closed(): boolean {
    return CLOSED.has(this.code ?? '');
  }

  /** The app refused the account's server. This says nothing about our session. */
  get refusesServer(): boolean {
    if (this.status !== 401) return false;
    return (
      SERVICE_TOKEN_REFUSALS.test(this.code ?? '') ||
      (this.isForwarded && UNKNOWN_TO_APP.test(this.platformMessage ?? ''))
    );
  }

  /**
   * The platform refused the token, so the request had no effect. The status of such a refusal is 400 or 401. A 401 without a JSON body comes
   * from a proxy in front of the platform.
   */
  get refusesToken(): boolean {
    if (this.closed || this.refusesServer) return false;
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
    return bodyOf(reply, httpRequest.url.host, FORWARDED.test(call.method));
  }
}

function bodyOf(reply: ServerReply, host: string, isForwarded: boolean): JsonObject {
  const body = objectOf(reply.json());
  if (!reply.ok) {
    const words = textOf(at(body ?? undefined, 'message')) ?? (body ? null : reply.text());
    const code = textOf(at(body ?? undefined, 'error'));
    throw new XrpcError(reply.status, code, words, reply.headers, body, isForwarded);
  }
  // The response of some procedures is empty.
  return objectIn(reply, host) ?? {};
}
