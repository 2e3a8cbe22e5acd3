import { randomBytes } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import { nextId } from '../mastodon/ids.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { invalid, notFound } from './pinterest-refusal.ts';
import type { PinterestVideo, PinterestEntry, PinterestStore } from './pinterest-store.ts';
import { type Users } from './users.ts';

export const UPLOAD_HOST = 'upload.pinterest.sandbox.test';
const UPLOAD_MS = 3_600_000;

type Status = 'registered' | 'processing' | 'succeeded' | 'failed';

export function statusOf({ file, readyAt, isBroken }: PinterestVideo, now: number): Status {
  if (file === null) return 'registered';
  if (now < readyAt) return 'processing';
  return isBroken ? 'failed' : 'succeeded';
}

/** Registers a video and reports its state. The client sends the video’s bytes to the storage. */
export class PinterestMediaRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: '/v5/media', run: (exchange) => this.#register(exchange) },
    {
      method: 'GET',
      pattern: '/v5/media/:id',
      run: (exchange, params) => {
        this.#show(exchange, params);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: PinterestStore;
  readonly #users: Users;
  readonly #commit: (entry: PinterestEntry) => void;

  constructor(
    context: SandboxContext,
    store: PinterestStore,
    users: Users,
    commit: (entry: PinterestEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#users = users;
    this.#commit = commit;
  }

  async #register(exchange: Exchange): Promise<void> {
    const account = this.#users.authenticate(exchange, 'pins:read', 'pins:write');
    if ((await exchange.json())?.['media_type'] !== 'video') throw invalid('media_type must be video.');
    const now = this.#context.now();
    const key = `uploads/${randomBytes(16).toString('hex')}`;
    const waiting = { file: null, readyAt: 0, isBroken: false };
    const media: PinterestVideo = { id: nextId(now), account, key, uploadUntil: now + UPLOAD_MS, ...waiting };
    this.#commit({ type: 'media', media });
    exchange.reply(201, {
      media_id: media.id,
      media_type: 'video',
      upload_url: `https://${UPLOAD_HOST}/`,
      upload_parameters: {
        'Content-Type': 'multipart/form-data',
        key,
        policy: Buffer.from(JSON.stringify({ conditions: [{ key }] })).toString('base64'),
        'x-amz-algorithm': 'AWS4-HMAC-SHA256',
        'x-amz-credential': 'SANDBOX/20260101/us-east-1/s3/aws4_request',
        'x-amz-date': new Date(now).toISOString().replace(/[-:]|\.\d+/g, ''),
        'x-amz-signature': randomBytes(32).toString('hex'),
      },
    });
  }

  #show(exchange: Exchange, { id = '' }: Params): void {
    const account = this.#users.authenticate(exchange, 'pins:read');
    const media = this.#store.media(id);
    if (media?.account !== account) throw notFound('Media');
    const status = statusOf(media, this.#context.now());
    exchange.reply(200, { media_id: id, media_type: 'video', status });
  }
}
