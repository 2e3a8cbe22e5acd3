import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import type { Counter } from '../../state/post-counters.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { channelId, hasChannel, type Channels } from './channels.ts';
import { WRITE_UNITS, type YouTubeQuota } from './quota.ts';
import { refusal } from './youtube-refusal.ts';
import { resourceView, type YouTubeVideo, type YouTubeEntry, type YouTubeStore } from './youtube-store.ts';

/** Reads the account's channel; reads and deletes videos. */
export class YouTubeVideoRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/youtube/v3/channels',
      run: (exchange) => {
        const account = this.#channels.authenticate(exchange, 'read');
        this.#quota.take('units', 1);
        const items = hasChannel(account) ? [this.#channels.view(account)] : [];
        exchange.reply(200, { kind: 'youtube#channelListResponse', items });
      },
    },
    {
      method: 'GET',
      pattern: '/youtube/v3/videos',
      run: (exchange) => {
        this.#list(exchange);
      },
    },
    {
      method: 'GET',
      pattern: '/youtube/v3/videos:batchGetStats',
      run: (exchange) => {
        this.#statistics(exchange);
      },
    },
    {
      method: 'DELETE',
      pattern: '/youtube/v3/videos',
      run: (exchange) => {
        this.#delete(exchange);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: YouTubeStore;
  readonly #channels: Channels;
  readonly #quota: YouTubeQuota;
  readonly #commit: (entry: YouTubeEntry) => void;

  constructor(
    context: SandboxContext,
    { store, channels, quota }: Readonly<{ store: YouTubeStore; channels: Channels; quota: YouTubeQuota }>,
    commit: (entry: YouTubeEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#channels = channels;
    this.#quota = quota;
    this.#commit = commit;
  }

  #list(exchange: Exchange): void {
    const account = this.#channels.authenticate(exchange, 'read');
    this.#quota.take('units', 1);
    const items = this.#visibleVideos(exchange, account).map((video) => ({
      ...videoView(video, this.#context.now()),
      statistics: this.#figuresOf(video),
    }));
    exchange.reply(200, { kind: 'youtube#videoListResponse', items });
  }

  #statistics(exchange: Exchange): void {
    this.#channels.authenticate(exchange, 'read');
    this.#quota.take('statistics', 1);
    // YouTube returns the videos of all channels for this call.
    const items = this.#visibleVideos(exchange, null).map((video) => ({
      kind: 'youtube#videoStats',
      id: video.id,
      statistics: this.#figuresOf(video),
    }));
    exchange.reply(200, { kind: 'youtube#batchGetStatsResponse', items });
  }

  #visibleVideos({ query }: Exchange, account: string | null): readonly YouTubeVideo[] {
    const ids = (query.get('id') ?? '').split(',').slice(0, 50);
    return ids
      .flatMap((id) => this.#store.video(id) ?? [])
      .filter((video) => video.account === account || video.resource.privacyStatus !== 'private');
  }

  /** The counts of a video, as strings. The response has no comment count where comments are off. */
  #figuresOf({ id, resource }: YouTubeVideo): object {
    const counted = this.#store.comments
      .on(id)
      .filter(({ state, unannounced }) => state === 'published' && !unannounced);
    const text = (counter: Counter, ownCount = 0) =>
      this.#context.counters.countOf('youtube', id, counter, ownCount)?.toString();
    const comments = resource.madeForKids ? {} : { commentCount: text('comments', counted.length) };
    return { viewCount: text('views'), likeCount: text('likes'), ...comments };
  }

  #delete(exchange: Exchange): void {
    const account = this.#channels.owner(exchange, 'write');
    this.#quota.take('units', WRITE_UNITS);
    const video = this.#store.video(exchange.query.get('id') ?? '');
    if (!video)
      throw refusal(404, 'videoNotFound', 'The video that you are trying to delete cannot be found.');
    if (video.account !== account)
      throw refusal(403, 'forbidden', 'The video that you are trying to delete cannot be deleted.');
    this.#commit({ type: 'deleted', id: video.id });
    exchange.response.writeHead(204).end();
  }
}

export function videoView(video: YouTubeVideo, now: number): object {
  const { id, account, resource, readyAt, fails, createdAt } = video;
  const { snippet, status } = resourceView(resource);
  const isReady = readyAt <= now;
  const uploadStatus = !isReady ? 'uploaded' : fails ? 'failed' : 'processed';
  return {
    kind: 'youtube#video',
    id,
    snippet: { ...snippet, channelId: channelId(account), publishedAt: new Date(createdAt).toISOString() },
    status: { ...status, uploadStatus, ...(isReady && fails && { failureReason: 'invalidFile' }) },
    processingDetails: { processingStatus: !isReady ? 'processing' : fails ? 'failed' : 'succeeded' },
  };
}
