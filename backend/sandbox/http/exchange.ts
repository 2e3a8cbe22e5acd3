import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { isObject, parseJson, type JsonRecord } from './json.ts';
import { Refusal } from './refusal.ts';

const JSON_LIMIT = 1_048_576;

/** One request and its response. */
export class Exchange {
  readonly method: string;
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The host in lower case, without port. */
  readonly host: string;

  /** @throws TypeError when the request target is not a valid URL */
  constructor(request: IncomingMessage, response: ServerResponse, host: string) {
    this.request = request;
    this.response = response;
    this.host = host;
    this.method = request.method ?? 'GET';
    this.url = new URL(`http://sandbox${request.url ?? '/'}`);
  }

  get query(): URLSearchParams {
    return this.url.searchParams;
  }

  get contentType(): string {
    return (this.request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  }

  header(name: string): string | null {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : null;
  }

  bearer(): string | null {
    const match = /^Bearer (\S+)$/i.exec(this.header('authorization') ?? '');
    return match?.[1] ?? null;
  }

  /** The body as text. @throws Refusal 413 past the limit. */
  async text(limit = JSON_LIMIT): Promise<string> {
    return (await readAll(this.request, limit)).toString('utf8');
  }

  /** The body as a JSON object; null when it is not one. */
  async json(): Promise<JsonRecord | null> {
    const body = parseJson(await this.text());
    return isObject(body) ? body : null;
  }

  reply(status: number, body: unknown, headers: OutgoingHttpHeaders = {}): void {
    this.send(status, JSON.stringify(body), 'application/json; charset=utf-8', headers);
  }

  send(status: number, body: string | Buffer, type: string, headers: OutgoingHttpHeaders = {}): void {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
    this.response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length, ...headers });
    this.response.end(this.method === 'HEAD' ? undefined : bytes);
  }

  /** Closes the connection without a response, like a server that crashes after it has done the work. */
  drop(): void {
    this.request.socket.destroy();
  }
}

/** Reads to the end even when the body is too large: a client whose connection breaks while it sends may never see the response. */
async function readAll(stream: Readable, limit: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= limit) parts.push(part);
  }
  if (size > limit) throw new Refusal(413, { error: 'PayloadTooLarge', message: 'request entity too large' });
  return Buffer.concat(parts);
}
