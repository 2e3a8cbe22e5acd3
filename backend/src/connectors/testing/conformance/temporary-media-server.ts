import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FetchableFile, TemporaryMediaUrls } from '../../contract/temporary-media-urls.ts';

/** Replaces the product's public file URLs, so that the sandbox can fetch the files. */
export class TemporaryMediaServer implements TemporaryMediaUrls {
  readonly #files = new Map<string, FetchableFile>();
  readonly #server = createServer((request, response) => {
    const file = this.#files.get((request.url ?? '').slice('/media/lent/'.length));
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const { body, type } = file;
    const length = Buffer.isBuffer(body) ? body.length : body.bytes;
    response.writeHead(200, { 'content-type': type, 'content-length': length });
    if (request.method === 'HEAD') response.end();
    else if (Buffer.isBuffer(body)) response.end(body);
    else createReadStream(body.path).pipe(response);
  });

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  create(_accountId: number, file: FetchableFile): Promise<string> {
    const name = `${randomUUID()}${file.type === 'video/mp4' ? '.mp4' : '.jpg'}`;
    this.#files.set(name, file);
    return Promise.resolve(`${this.url}/media/lent/${name}`);
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
