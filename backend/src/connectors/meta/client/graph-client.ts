import { createHmac } from 'node:crypto';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';
import { TokenRefused } from '../../kit/oauth/with-token.ts';
import { GraphError } from '../errors/graph-error.ts';
import { refusesToken } from '../errors/graph-outcomes.ts';

type FormPart = Extract<OutgoingRequest['body'], { form: unknown }>['form'][number];
export type GraphCall = Readonly<{
  /** The path after the version, e.g. `me/accounts`. */
  path: string;
  token: string;
  method?: 'GET' | 'POST' | 'DELETE';
  fields?: Readonly<Record<string, string>>;
  /** With a file, the body is a multipart form that also contains the fields. */
  file?: FormPart;
  /** True for video uploads, which have a separate host in production. */
  video?: boolean;
  /** False for calls that exchange tokens: their URL has no version. */
  versioned?: boolean;
  /** False for the token of the app itself, which needs no proof. */
  proven?: boolean;
  request?: Pick<OutgoingRequest, 'signal' | 'timeoutMs' | 'newConnection'>;
}>;
export type GraphReply = Readonly<{ body: JsonValue; headers: Readonly<Record<string, string>> }>;

export type GraphApp = Readonly<{
  platform: 'facebook' | 'instagram';
  /** May contain a path and the version. */
  apiUrl: string;
  version: string;
  /** Null if the operator has set no keys, or if the platform needs no proof. */
  secret: string | null;
}>;

/** The client for the Graph API of Pages and the Instagram accounts linked to them. */
export class GraphClient {
  readonly #base: string;
  readonly #plainBase: string;
  readonly #videoBase: string;

  constructor(
    private readonly http: PlatformHttp,
    private readonly app: GraphApp,
  ) {
    const { apiUrl, version } = app;
    this.#base = /\/v\d+\.\d+$/u.test(apiUrl) ? apiUrl : `${apiUrl}/${version}`;
    this.#plainBase = apiUrl.replace(/\/v\d+\.\d+$/u, '');
    this.#videoBase = this.#base.replace('https://graph.facebook.com', 'https://graph-video.facebook.com');
  }

  /** @throws GraphError, TokenRefused, OutgoingError (including `unreadable` for a successful response that is not JSON), BreakerOpen */
  async send(call: GraphCall): Promise<GraphReply> {
    const { method = 'GET', path, token, proven = true, file } = call;
    const url = new URL(`${this.#baseOf(call)}/${path}`);
    const fields = { ...call.fields, ...(proven && this.#proofOf(token)) };
    if (method !== 'POST') url.search = new URLSearchParams(fields).toString();
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    const urlEncoded = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    if (method !== 'POST') return this.#request({ method, url, headers, ...call.request });
    if (!file) {
      const body = new URLSearchParams(fields).toString();
      return this.#request({ method, url, headers: urlEncoded, body, ...call.request });
    }
    const form = [...Object.entries(fields).map(([name, value]) => ({ name, value })), file];
    return this.#request({ method, url, headers, body: { form }, ...call.request });
  }

  #baseOf({ video = false, versioned = true }: GraphCall): string {
    if (!versioned) return this.#plainBase;
    return video ? this.#videoBase : this.#base;
  }

  /**
   * Uploads bytes to a URL that Meta returned. The request contains the token, so the URL must belong to Meta, or to the
   * configured server that replaces Meta.
   * @throws GraphError, TokenRefused, OutgoingError, BreakerOpen
   */
  async upload(
    address: string,
    token: string,
    { body, offset, size, signal, timeoutMs }: UploadPiece,
  ): Promise<GraphReply> {
    const url = new URL(address);
    if (!isMetas(url, new URL(this.#base)))
      throw new OutgoingError('blocked', false, url.host, 'is not an upload URL of this platform');
    return this.#request({
      method: 'POST',
      url,
      headers: {
        accept: 'application/json',
        authorization: `OAuth ${token}`,
        'content-type': 'application/octet-stream',
        offset: String(offset),
        file_size: String(size),
      },
      body,
      signal,
      timeoutMs,
    });
  }

  async #request(request: OutgoingRequest): Promise<GraphReply> {
    const reply = await this.http.send(this.app.platform, request);
    const body = reply.json();
    if (!reply.ok) {
      const error = new GraphError(reply, body);
      throw refusesToken(error) ? new TokenRefused(error.platformMessage) : error;
    }
    if (body === undefined)
      throw new OutgoingError('unreadable', true, new URL(request.url).host, 'did not return JSON');
    return { body, headers: reply.headers };
  }

  /** Proves that the sender of the token also has the app's secret. An app's settings can require this proof. */
  #proofOf(token: string): Readonly<Record<string, string>> {
    const { secret } = this.app;
    if (secret === null) return {};
    return { appsecret_proof: createHmac('sha256', secret).update(token).digest('hex') };
  }
}

export type UploadPiece = Readonly<{
  body: NonNullable<OutgoingRequest['body']>;
  offset: number;
  size: number;
  signal: AbortSignal;
  timeoutMs: number;
}>;

const isSameOrSubdomain = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

function isMetas(url: URL, base: URL): boolean {
  if (isSameOrSubdomain(url.hostname, 'facebook.com')) return url.protocol === 'https:';
  const isThisMachine = isLoopback(url.hostname) && isLoopback(base.hostname) && url.port === base.port;
  return (isThisMachine || isSameOrSubdomain(url.hostname, base.hostname)) && url.protocol === base.protocol;
}
