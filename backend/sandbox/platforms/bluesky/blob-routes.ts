import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { BlueskyEntry, BlueskyStore } from './bluesky-store.ts';
import { blobCid } from './cid.ts';
import type { BlueskyLogins } from './sessions.ts';
import { invalid, param, refusal } from './xrpc.ts';

/** The limit of the hosted service, in bytes. */
export const BLOB_UPLOAD_LIMIT = 52_428_800;

/** Uploads and downloads of an account's files. */
export class BlobRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'POST',
      pattern: '/xrpc/com.atproto.repo.uploadBlob',
      run: (exchange) => this.#upload(exchange),
    },
    {
      method: 'GET',
      pattern: '/xrpc/com.atproto.sync.getBlob',
      run: (exchange) => {
        this.#getBlob(exchange);
      },
    },
  ];
  readonly #context: SandboxContext;
  readonly #store: BlueskyStore;
  readonly #sessions: BlueskyLogins;
  readonly #commit: (entry: BlueskyEntry) => void;

  constructor(
    context: SandboxContext,
    store: BlueskyStore,
    sessions: BlueskyLogins,
    commit: (entry: BlueskyEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#sessions = sessions;
    this.#commit = commit;
  }

  async #upload(exchange: Exchange): Promise<void> {
    const { did } = this.#sessions.authenticate(exchange);
    if (!exchange.contentType) throw invalid('Request encoding (Content-Type) required but not provided');
    const { sha256, bytes, type } = await this.#context.blobs.receive(exchange.request, BLOB_UPLOAD_LIMIT);
    const blob = { did, cid: blobCid(sha256), sha256, size: bytes, mimeType: type ?? exchange.contentType };
    this.#commit({ type: 'blob', blob });
    exchange.reply(200, { blob: blobView(blob) });
  }

  #getBlob(exchange: Exchange): void {
    const blob = this.#store.blob(param(exchange, 'did'), param(exchange, 'cid'));
    const bytes = blob ? this.#context.blobs.read(blob.sha256) : null;
    if (!blob || !bytes) throw refusal(400, 'BlobNotFound', 'Blob not found');
    exchange.response.writeHead(200, {
      'Content-Type': blob.mimeType,
      'Content-Length': bytes.bytes,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    });
    bytes.stream().pipe(exchange.response);
  }
}

export const blobView = ({
  cid,
  mimeType,
  size,
}: Readonly<{ cid: string; mimeType: string; size: number }>): object => ({
  $type: 'blob',
  ref: { $link: cid },
  mimeType,
  size,
});
