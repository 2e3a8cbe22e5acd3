import { createHmac } from 'node:crypto';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { OutgoingRequest } from '#infrastructure/outgoing/safe-http.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';
import { TokenRefused } from '../../kit/oauth/with-token.ts';
import { GraphError } from '../errors/graph-error.ts';
import { refusesToken } from '../errors/graph-outcomes.ts';

type Part = Extract<OutgoingRequest['body'], { form: unknown }>['form'][number];
export type GraphCall = Readonly<{
  /** The path after the version, e.g. `me/accounts`. */
  path: string;
  token: string;
  method?: 'GET' | 'POST' | 'DELETE';
  fields?: Readonly<Record<string, string>>;
  /** Makes the body a multipart form that also carries the fields. */
  file?: Part;
  /** In production, videos have their own host. */
  video?: boolean;
  /** False for calls that exchange tokens at an address without a version. */
  versioned?: boolean;
  /** False for the token of the app itself, which belongs to no person and needs no proof. */
  proven?: boolean;
  request?: Pick<OutgoingRequest, 'signal' | 'timeoutMs' | 'newConnection'>;
}>;
export type GraphReply = Readonly<{ body: JsonValue; headers: Readonly<Record<string, string>> }>;

export type GraphApp = Readonly<{
  platform: 'facebook' | 'instagram';
  /** May carry a path, and already the version. */
  apiUrl: string;
  version: string;
  /** Null while the operator has set no keys, and where the platform asks for no proof. */
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

  /** @throws GraphError, TokenRefused, OutgoingError (`unreadable` also for a success that is no JSON), BreakerOpen */
  async send(call: GraphCall): Promise<GraphReply> {
    const { method = 'GET', path, token, proven = true, file } = call;
    const url = new URL(`${this.#baseOf(call)}/${path}`);
    const fields = { ...call.fields, ...(proven && this.#proofOf(token)) };
    if (method !== 'POST') url.search = new URLSearchParams(fields).toString();
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    const urlEncoded = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    if (method !== 'POST') return this.#ask({ method, url, headers, ...call.request });
    if (!file) {
      const body = new URLSearchParams(fields).toString();
      return this.#ask({ method, url, headers: urlEncoded, body, ...call.request });
    }
    const form = [...Object.entries(fields).map(([name, value]) => ({ name, value })), file];
    return this.#ask({ method, url, headers, body: { form }, ...call.request });
  }

  #baseOf({ video = false, versioned = true }: GraphCall): string {
    if (!versioned) return this.#plainBase;
    return video ? this.#videoBase : this.#base;
  }

  /**
   * Sends bytes to an address that Meta named. The request carries the token, so the address must be Meta's own, or one on the
   * sandbox server that replaces Meta.
   * @throws GraphError, TokenRefused, OutgoingError, BreakerOpen
   */
  async upload(
    address: string,
    token: string,
    { body, offset, size, signal, timeoutMs }: UploadPiece,
  ): Promise<GraphReply> {
    const url = new URL(address);
    if (!isMetas(url, new URL(this.#base)))
      throw new OutgoingError('blocked', false, url.host, 'is no upload address of this platform');
    return this.#ask({
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

  async #ask(request: OutgoingRequest): Promise<GraphReply> {
    const reply = await this.http.send(this.app.platform, request);
    const body = reply.json();
    if (!reply.ok) {
      const error = new GraphError(reply, body);
      throw refusesToken(error) ? new TokenRefused(error.platformMessage) : error;
    }
    if (body === undefined)
      throw new OutgoingError(
        'unreadable',
        true,
        new URL(request.url).host,
        'answers something else than JSON',
      );
    return { body, headers: reply.headers };
  }

  /** Proves that the sender of the token also has the app's secret. The settings of an app can require this. */
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

const under = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

function isMetas(url: URL, base: URL): boolean {
  if (under(url.hostname, 'facebook.com')) return url.protocol === 'https:';
  const isThisMachine = isLoopback(url.hostname) && isLoopback(base.hostname) && url.port === base.port;
  return (isThisMachine || under(url.hostname, base.hostname)) && url.protocol === base.protocol;
}
