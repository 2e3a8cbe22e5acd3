import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ObjectStoreSettings } from '../../../config/object-store-settings.ts';
import { refusalOf } from './signature-check.ts';

/** A fault for all requests of a method until it is reset. `left`: only for this number of requests. */
export type BucketFault = Readonly<
  | { kind: 'status'; status: number; code: string; left?: number; afterMs?: number }
  /** The connection ends after half of the response. */
  | { kind: 'cut'; left?: number }
  /** No response arrives. */
  | { kind: 'silent'; left?: number }
  /** Half of the response arrives, and then nothing. */
  | { kind: 'stuck'; left?: number }
>;
type Stored = Readonly<{ bytes: Buffer; type: string; at: Date }>;

const BUCKET = 'posthorn-media';
const PAGE = 1000;

/** Implements the parts of S3 that we use, path style, on loopback. It checks the signature and the digest of every request. */
export class S3Double {
  /** The stored objects, by their full key. */
  readonly objects = new Map<string, Stored>();
  /** `METHOD /path` in the order of arrival, including refused requests. */
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #faults = new Map<string, { fault: BucketFault; left: number }>();
  /** The greatest number of keys in one page of a listing. */
  pageSize = PAGE;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  get settings(): ObjectStoreSettings {
    const { port } = this.#server.address() as AddressInfo;
    return {
      endpoint: `http://127.0.0.1:${String(port)}`,
      bucket: BUCKET,
      region: 'us-east-1',
      accessKeyId: 'posthorn',
      secretAccessKey: 'canary-s3-secret',
      cacheBytes: 1024 ** 3,
    };
  }

  /** The variables as an operator sets them. */
  get env(): Readonly<Record<string, string>> {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = this.settings;
    return {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
  }

  trouble(method: 'GET' | 'PUT' | 'DELETE', fault: BucketFault): void {
    this.#faults.set(method, { fault, left: fault.left ?? Infinity });
  }

  noTrouble(): void {
    this.#faults.clear();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://store');
    const body = await bodyOf(request);
    this.requests.push(`${method} ${pathname}`);
    const met = this.#faults.get(method);
    if (met && met.left-- > 0) {
      await respondWithFault(met.fault, response, this.#found(pathname)?.bytes);
      return;
    }
    const refusal = refusalOf(request, body, this.settings);
    if (refusal) refuse(response, refusal.status, refusal.code);
    else if (pathname !== `/${BUCKET}/` && !pathname.startsWith(`/${BUCKET}/`))
      refuse(response, 404, 'NoSuchBucket');
    else if (method === 'PUT') {
      this.objects.set(keyIn(pathname), { bytes: body, type: headers['content-type'] ?? '', at: new Date() });
      response.end();
    } else if (method === 'DELETE') {
      this.objects.delete(keyIn(pathname));
      response.writeHead(204).end();
    } else if (searchParams.get('list-type') === '2') this.#list(searchParams, response);
    else this.#get(pathname, response);
  }

  #get(pathname: string, response: ServerResponse): void {
    const found = this.#found(pathname);
    if (!found) refuse(response, 404, 'NoSuchKey');
    else
      response
        .writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length })
        .end(found.bytes);
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, this.pageSize);
    const contents = page.map((key) => {
      const { bytes, at } = this.objects.get(key) ?? { bytes: Buffer.alloc(0), at: new Date(0) };
      return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${String(bytes.length)}</Size></Contents>`;
    });
    const more = keys.length > page.length;
    const next = more ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : '';
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<ListBucketResult><IsTruncated>${String(more)}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
      );
  }

  #found(pathname: string): Stored | undefined {
    return this.objects.get(keyIn(pathname));
  }
}

const keyIn = (pathname: string): string => decodeURIComponent(pathname.slice(`/${BUCKET}/`.length));

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  // The error repeats secrets of the request, as some real stores do.
  const words = `<Error><Code>${code}</Code><Message>${code} for canary-s3-secret</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(words);
}

async function respondWithFault(
  fault: BucketFault,
  response: ServerResponse,
  bytes: Buffer = Buffer.alloc(10),
): Promise<void> {
  if (fault.kind === 'status') {
    await pause(fault.afterMs ?? 0);
    refuse(response, fault.status, fault.code);
  }
  if (fault.kind === 'status' || fault.kind === 'silent') return;
  response.writeHead(200, { 'content-length': bytes.length });
  await new Promise((sent) => response.write(bytes.subarray(0, bytes.length / 2), sent));
  if (fault.kind === 'cut') response.destroy();
}
