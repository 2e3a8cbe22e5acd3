import type { Exchange } from '../../http/exchange.ts';
import { isObject, textOf } from '../../http/json.ts';
import { MultipartFault, readMultipart } from '../../http/multipart.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Params, Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { nextId } from './ids.ts';
import { keyOf, mediaView } from './media-view.ts';
import { namesOf, type TwitterPeople } from './people.ts';
import { invalid, notFound, notPermitted, tooLarge } from './problem.ts';
import type { TwitterRateLimits } from './rate-limits.ts';
import type { TwitterFile, TwitterEntry, TwitterStore } from './twitter-store.ts';

const MB = 1_048_576;
const CATEGORIES: Readonly<Record<string, Readonly<{ types: readonly string[]; max: number }>>> = {
  tweet_image: { types: ['image/jpeg', 'image/png', 'image/webp'], max: 5 * MB },
  tweet_gif: { types: ['image/gif'], max: 15 * MB },
  tweet_video: { types: ['video/mp4', 'video/quicktime'], max: 512 * MB },
};
const PIECE_MAX = 5 * MB;
const LAST_PIECE_INDEX = 999;
const LIFETIME_SECONDS = 86_400;
const PROCESSING_MS = 1_500;
const ALT_MAX = 1000;

/** Receives files in pieces: initialize, append in any order, finalize. Videos and GIFs are processed afterwards. */
export class TwitterMediaRoutes {
  readonly routes: readonly Route[];
  readonly #context: SandboxContext;
  readonly #store: TwitterStore;
  readonly #people: TwitterPeople;
  readonly #limits: TwitterRateLimits;
  readonly #commit: (entry: TwitterEntry) => void;

  constructor(
    context: SandboxContext,
    store: TwitterStore,
    people: TwitterPeople,
    limits: TwitterRateLimits,
    commit: (entry: TwitterEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#people = people;
    this.#limits = limits;
    this.#commit = commit;
    const upload = '/2/media/upload';
    this.routes = [
      { method: 'POST', pattern: `${upload}/initialize`, run: (exchange) => this.#begin(exchange) },
      {
        method: 'POST',
        pattern: `${upload}/:id/append`,
        run: (exchange, params) => this.#append(exchange, params),
      },
      {
        method: 'POST',
        pattern: `${upload}/:id/finalize`,
        run: (exchange, params) => this.#finalize(exchange, params),
      },
      {
        method: 'GET',
        pattern: upload,
        run: (exchange) => {
          this.#status(exchange);
        },
      },
      { method: 'POST', pattern: '/2/media/metadata', run: (exchange) => this.#describe(exchange) },
    ];
  }

  async #begin(exchange: Exchange): Promise<void> {
    const account = this.#caller(exchange, 'POST /2/media/upload/initialize');
    const { media_type: type, total_bytes: total, media_category: category } = (await exchange.json()) ?? {};
    const limits = CATEGORIES[textOf(category) ?? ''];
    if (!limits) throw invalid('media_category', category, 'The media category is not one of ours.');
    if (!limits.types.includes(textOf(type) ?? ''))
      throw invalid('media_type', type, 'The media type does not fit the media category.');
    if (typeof total !== 'number' || !Number.isInteger(total) || total < 1)
      throw invalid('total_bytes', total, 'total_bytes must be a positive integer.');
    if (total > limits.max)
      throw invalid('total_bytes', total, `File size exceeds ${String(limits.max)} bytes.`);
    const now = this.#context.now();
    const media: TwitterFile = {
      id: nextId(now),
      account,
      category: textOf(category) ?? '',
      type: textOf(type) ?? '',
      totalBytes: total,
      endsAt: now + LIFETIME_SECONDS * 1000,
      pieces: {},
      file: null,
      alt: '',
    };
    this.#commit({ type: 'media', media });
    exchange.reply(200, {
      data: { id: media.id, media_key: keyOf(media), expires_after_secs: LIFETIME_SECONDS },
    });
  }

  async #append(exchange: Exchange, params: Params): Promise<void> {
    const media = this.#ownFile(exchange, params['id'] ?? '', 'POST /2/media/upload/:id/append');
    const { fields, files } = await this.#pieceIn(exchange);
    const index = Number(fields['segment_index']);
    const file = files.get('media');
    if (!/^\d+$/.test(fields['segment_index'] ?? '') || index > LAST_PIECE_INDEX)
      throw invalid('segment_index', fields['segment_index'], 'segment_index must be from 0 to 999.');
    if (!file) throw invalid('media', null, 'The media segment is missing.');
    if (media.file) throw invalid('id', media.id, 'The upload has been finalized already.');
    this.#commit({ type: 'piece', id: media.id, index, piece: { sha256: file.sha256, bytes: file.bytes } });
    exchange.reply(200, { data: { expires_at: Math.floor(media.endsAt / 1000) } });
  }

  async #pieceIn(exchange: Exchange): ReturnType<typeof readMultipart> {
    try {
      return await readMultipart(exchange, this.#context.blobs, { file: 'media', maxBytes: PIECE_MAX });
    } catch (error) {
      if (error instanceof MultipartFault) throw invalid('media', null, error.message);
      throw error instanceof Refusal && error.status === 413 ? tooLarge() : error;
    }
  }

  async #finalize(exchange: Exchange, params: Params): Promise<void> {
    const media = this.#ownFile(exchange, params['id'] ?? '', 'POST /2/media/upload/:id/finalize');
    const pieces = Object.values(media.pieces);
    const isWhole = pieces.every((_, index) => media.pieces[index]);
    if (!isWhole || pieces.reduce((sum, { bytes }) => sum + bytes, 0) !== media.totalBytes)
      throw invalid('id', media.id, 'Segments do not add up to provided total file size.');
    const { sha256, bytes, type } = await this.#context.blobs.receive(this.#joined(media), media.totalBytes);
    if (type !== media.type) throw invalid('id', media.id, 'Invalid media type.');
    const { faults } = this.#context;
    const names = namesOf(media.account);
    const needsProcessing = media.category !== 'tweet_image';
    const slow = needsProcessing ? faults.take('twitter', 'slowProcessing', names) : null;
    const wait = slow ? slow.retryAfterSeconds * 1000 : needsProcessing ? PROCESSING_MS : 0;
    const failed = needsProcessing && faults.take('twitter', 'failProcessing', names) !== null;
    const file = { sha256, bytes, readyAt: this.#context.now() + wait, failed };
    const whole: TwitterFile = { ...media, file };
    this.#commit({ type: 'media', media: whole });
    exchange.reply(200, { data: mediaView(whole, this.#context.now()) });
  }

  async *#joined({ pieces }: TwitterFile): AsyncGenerator<Buffer> {
    for (const { sha256 } of Object.values(pieces)) {
      const blob = this.#context.blobs.read(sha256);
      if (blob) yield* blob.stream() as AsyncIterable<Buffer>;
    }
  }

  #status(exchange: Exchange): void {
    if (exchange.query.get('command') !== 'STATUS')
      throw invalid('command', exchange.query.get('command'), 'command must be STATUS.');
    const media = this.#ownFile(exchange, exchange.query.get('media_id') ?? '', 'GET /2/media/upload');
    exchange.reply(200, { data: mediaView(media, this.#context.now()) });
  }

  async #describe(exchange: Exchange): Promise<void> {
    const account = this.#caller(exchange, 'POST /2/media/metadata');
    const { id, metadata } = (await exchange.json()) ?? {};
    const media = this.#fileOf(account, textOf(id) ?? '');
    const alt = isObject(metadata) && isObject(metadata['alt_text']) ? metadata['alt_text']['text'] : null;
    if (typeof alt !== 'string' || alt === '' || Array.from(alt).length > ALT_MAX)
      throw invalid(
        'metadata.alt_text.text',
        alt,
        `The text must have from 1 to ${String(ALT_MAX)} characters.`,
      );
    this.#commit({ type: 'media', media: { ...media, alt } });
    exchange.reply(200, { data: { id: media.id, associated_metadata: { alt_text: { text: alt } } } });
  }

  #caller(exchange: Exchange, call: string): string {
    const account = this.#people.authenticate(exchange, 'media.write');
    this.#limits.spend(exchange, call, account);
    return account;
  }

  #ownFile(exchange: Exchange, id: string, call: string): TwitterFile {
    return this.#fileOf(this.#caller(exchange, call), id);
  }

  #fileOf(account: string, id: string): TwitterFile {
    const media = this.#store.media(id);
    if (!media || media.endsAt <= this.#context.now()) throw notFound(`media_id: [${id}]`);
    if (media.account !== account) throw notPermitted();
    return media;
  }
}
