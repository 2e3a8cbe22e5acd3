import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { Channels } from './channels.ts';
import { refusal } from './youtube-refusal.ts';
import type { YouTubeEntry, YouTubeStore } from './youtube-store.ts';

const LARGEST = 2 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png'];

/** Custom thumbnails. Channels whose name begins with `unverified` have no verified phone number. */
export class ThumbnailRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: '/upload/youtube/v3/thumbnails/set', run: (exchange) => this.#set(exchange) },
  ];

  readonly #context: SandboxContext;
  readonly #store: YouTubeStore;
  readonly #channels: Channels;
  readonly #commit: (entry: YouTubeEntry) => void;

  constructor(
    context: SandboxContext,
    store: YouTubeStore,
    channels: Channels,
    commit: (entry: YouTubeEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#channels = channels;
    this.#commit = commit;
  }

  async #set(exchange: Exchange): Promise<void> {
    const account = this.#channels.owner(exchange, 'upload');
    const { sha256, bytes, type } = await this.#context.blobs.receive(exchange.request, LARGEST);
    const video = this.#store.video(exchange.query.get('videoId') ?? '');
    if (!video) throw refusal(404, 'videoNotFound', 'The video cannot be found.');
    if (video.account !== account || account.startsWith('unverified'))
      throw refusal(
        403,
        'forbidden',
        'The authenticated user doesn’t have permissions to upload and set custom video thumbnails.',
      );
    if (bytes === 0)
      throw refusal(400, 'mediaBodyRequired', 'The request does not include the image content.');
    if (type === null || !TYPES.includes(type))
      throw refusal(400, 'invalidImage', 'The provided image content is invalid.');
    if (video.readyAt > this.#context.now())
      throw refusal(403, 'forbidden', 'The thumbnail can’t be set for the specified video.');
    this.#commit({ type: 'thumbnail', id: video.id, picture: { sha256, bytes, type } });
    exchange.reply(200, { kind: 'youtube#thumbnailSetResponse', items: [] });
  }
}
