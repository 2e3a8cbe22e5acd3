import { randomBytes } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { isObject, textOf, type JsonRecord } from '../../http/json.ts';
import type { Params, Route } from '../../http/router.ts';
import type { ReceivedBlob } from '../../state/blob-store.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { denied, notFound, notValid, refusal } from './linkedin-refusal.ts';
import type { LinkedInAsset, LinkedInEntry, LinkedInStore } from './linkedin-store.ts';
import { authorNames, type LinkedInPeople } from './people.ts';

export const UPLOAD_HOST = 'upload.linkedin.sandbox.test';
const PART_BYTES = 4 * 1024 * 1024;
const IMAGE_LARGEST = 100_000_000;
const VIDEO_LARGEST = 500_000_000;
const IMAGE_TYPES: readonly (string | null)[] = ['image/jpeg', 'image/png', 'image/gif'];
const PROCESSING_MS = 1500;
const WRITE = ['w_member_social', 'w_organization_social'];

/** Uploads of images in one piece and of videos in parts. An upload precedes the post that shows it. */
export class AssetRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: '/rest/images', run: (exchange) => this.#registerImage(exchange) },
    { method: 'POST', pattern: '/rest/videos', run: (exchange) => this.#video(exchange) },
    {
      method: 'GET',
      pattern: '/rest/images/:urn',
      run: (exchange, params) => {
        this.#show(exchange, params);
      },
    },
    {
      method: 'GET',
      pattern: '/rest/videos/:urn',
      run: (exchange, params) => {
        this.#show(exchange, params);
      },
    },
  ];
  /** The routes of the upload host. */
  readonly uploads: readonly Route[] = [
    { method: 'PUT', pattern: '/image/:key', run: (exchange, params) => this.#putImage(exchange, params) },
    {
      method: 'PUT',
      pattern: '/video/:key/:part',
      run: (exchange, params) => this.#putPart(exchange, params),
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: LinkedInStore;
  readonly #people: LinkedInPeople;
  readonly #commit: (entry: LinkedInEntry) => void;

  constructor(
    context: SandboxContext,
    store: LinkedInStore,
    people: LinkedInPeople,
    commit: (entry: LinkedInEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#people = people;
    this.#commit = commit;
  }

  async #registerImage(exchange: Exchange): Promise<void> {
    if (exchange.query.get('action') !== 'initializeUpload') throw notFound();
    const { asset } = await this.#registerAsset(exchange, 'image');
    const uploadUrl = `https://${UPLOAD_HOST}/image/${asset.key}`;
    exchange.reply(200, { value: { uploadUrl, uploadUrlExpiresAt: this.#expiry(), image: asset.urn } });
  }

  async #video(exchange: Exchange): Promise<void> {
    switch (exchange.query.get('action') ?? '') {
      case 'initializeUpload': {
        const { asset } = await this.#registerAsset(exchange, 'video');
        const uploadInstructions = partsOf(asset).map(({ first, last }, index) => ({
          uploadUrl: `https://${UPLOAD_HOST}/video/${asset.key}/${String(index)}`,
          firstByte: first,
          lastByte: last,
        }));
        const value = {
          uploadUrlsExpireAt: this.#expiry(),
          video: asset.urn,
          uploadInstructions,
          uploadToken: '',
        };
        exchange.reply(200, { value });
        return;
      }
      case 'finalizeUpload':
        await this.#finalize(exchange);
        return;
      default:
        throw notFound();
    }
  }

  async #registerAsset(exchange: Exchange, kind: LinkedInAsset['kind']): Promise<{ asset: LinkedInAsset }> {
    const holder = this.#people.versioned(exchange, ...WRITE);
    const request = objectIn(await exchange.json(), 'initializeUploadRequest');
    const owner = textOf(request['owner']) ?? '';
    this.#people.checkWriter(holder, owner);
    const size = kind === 'video' ? request['fileSizeBytes'] : null;
    if (size !== null && (typeof size !== 'number' || size < 1 || size > VIDEO_LARGEST))
      throw notValid('INVALID_FILE_SIZE', 'fileSizeBytes is not valid');
    const id = `${kind === 'video' ? 'D4' : 'C4'}${randomBytes(12).toString('base64url')}`;
    const asset = {
      urn: `urn:li:${kind}:${id}`,
      key: randomBytes(18).toString('base64url'),
      kind,
      owner,
      account: holder.account,
      size,
      file: null,
      readyAt: 0,
      fails: false,
    };
    this.#commit({ type: 'asset', asset });
    return { asset };
  }

  async #putImage(exchange: Exchange, { key = '' }: Params): Promise<void> {
    this.#people.authenticate(exchange, ...WRITE);
    const asset = this.#store.assetOfKey(key);
    if (asset?.kind !== 'image') throw notFound();
    const file = await this.#context.blobs.receive(exchange.request, IMAGE_LARGEST);
    this.#storeFile(asset, file, IMAGE_TYPES.includes(file.type), 0);
    exchange.response.writeHead(201, { 'Content-Length': 0 }).end();
  }

  /** The URL contains a secret key, so this call needs no token. */
  async #putPart(exchange: Exchange, { key = '', part: index = '' }: Params): Promise<void> {
    const asset = this.#store.assetOfKey(key);
    const range = asset && partsOf(asset)[Number(index)];
    if (asset?.kind !== 'video' || !range || asset.file) throw notFound();
    if (exchange.contentType !== 'application/octet-stream')
      throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/octet-stream');
    const { sha256, bytes } = await this.#context.blobs.receive(exchange.request, PART_BYTES);
    if (bytes !== range.last - range.first + 1)
      throw notValid(
        'INVALID_PART_SIZE',
        `The part must have the bytes ${String(range.first)} to ${String(range.last)}`,
      );
    const etag = `/sandbox-video/${key}/${index}-${sha256.slice(0, 16)}`;
    this.#commit({ type: 'part', key, index: Number(index), part: { sha256, bytes, etag } });
    exchange.response.writeHead(200, { ETag: etag, 'Content-Length': 0 }).end();
  }

  async #finalize(exchange: Exchange): Promise<void> {
    const holder = this.#people.versioned(exchange, ...WRITE);
    const request = objectIn(await exchange.json(), 'finalizeUploadRequest');
    const asset = this.#store.asset(textOf(request['video']) ?? '');
    if (asset?.kind !== 'video') throw notFound();
    this.#people.checkWriter(holder, asset.owner);
    const parts = partsOf(asset).map((_, index) => this.#store.parts(asset.key).get(index));
    const etags = parts.map((part) => part?.etag);
    const given = Array.isArray(request['uploadedPartIds']) ? (request['uploadedPartIds'] as unknown[]) : [];
    if (asset.file || etags.length !== given.length || etags.some((etag, index) => etag !== given[index]))
      throw notValid(
        'INVALID_UPLOADED_PARTS',
        'uploadedPartIds are not those of the uploaded parts, in their order',
      );
    const { blobs } = this.#context;
    async function* bytes(): AsyncGenerator<Buffer> {
      for (const part of parts) {
        const blob = blobs.read(part?.sha256 ?? '');
        if (!blob) throw refusal(500, 'INTERNAL_SERVER_ERROR', 'A part is no longer kept');
        yield* blob.stream() as AsyncIterable<Buffer>;
      }
    }
    const file = await blobs.receive(bytes(), VIDEO_LARGEST);
    this.#storeFile(asset, file, file.type === 'video/mp4', PROCESSING_MS);
    exchange.response.writeHead(200, { 'Content-Length': 0 }).end();
  }

  #storeFile(
    asset: LinkedInAsset,
    { sha256, bytes, type }: ReceivedBlob,
    isUsable: boolean,
    processingMs: number,
  ): void {
    const { faults, now } = this.#context;
    const names = authorNames(asset.account, asset.owner);
    const slow = faults.take('linkedin', 'slowProcessing', names);
    const fails = faults.take('linkedin', 'failProcessing', names) !== null || !isUsable;
    const readyAt = now() + (slow ? slow.retryAfterSeconds * 1000 : processingMs);
    this.#commit({ type: 'asset', asset: { ...asset, file: { sha256, bytes, type }, readyAt, fails } });
  }

  #show(exchange: Exchange, { urn = '' }: Params): void {
    const holder = this.#people.versioned(exchange);
    const asset = this.#store.asset(urn);
    if (!asset) throw notFound();
    if (!this.#people.mayRead(holder, asset.owner)) throw denied(`${asset.kind}s.GET`);
    const status = assetStatus(asset, this.#context.now());
    const failure = status === 'PROCESSING_FAILED' && {
      processingFailureReason: 'The file cannot be processed.',
    };
    exchange.reply(200, { id: urn, owner: asset.owner, status, ...failure });
  }

  #expiry(): number {
    return this.#context.now() + 24 * 3_600_000;
  }
}

export type AssetStatus = 'WAITING_UPLOAD' | 'PROCESSING' | 'PROCESSING_FAILED' | 'AVAILABLE';
export function assetStatus({ file, readyAt, fails }: LinkedInAsset, now: number): AssetStatus {
  if (!file) return 'WAITING_UPLOAD';
  if (readyAt > now) return 'PROCESSING';
  return fails ? 'PROCESSING_FAILED' : 'AVAILABLE';
}

function partsOf({ size }: LinkedInAsset): readonly Readonly<{ first: number; last: number }>[] {
  const bytes = size ?? 0;
  return Array.from({ length: Math.ceil(bytes / PART_BYTES) }, (_, index) => ({
    first: index * PART_BYTES,
    last: Math.min(bytes, (index + 1) * PART_BYTES) - 1,
  }));
}

function objectIn(body: JsonRecord | null, name: string): JsonRecord {
  const value = body?.[name];
  if (!isObject(value)) throw notValid('MISSING_FIELD', `${name} is missing`);
  return value;
}
