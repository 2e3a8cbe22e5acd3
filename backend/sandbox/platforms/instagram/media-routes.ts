import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { randomBytes } from 'node:crypto';
import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Params, Route } from '../../http/router.ts';
import { readForm } from '../meta/graph-form.ts';
import { graphTime, sendList } from '../meta/graph-host.ts';
import { graphRefusal, instagramFaults, missingObject } from '../meta/graph-refusal.ts';
import { nextId } from '../meta/ids.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { containerView, statusOf } from './container-routes.ts';
import type { InstagramCommentRoutes } from './comment-routes.ts';
import type { InstagramDoor } from './instagram-door.ts';
import type {
  InstagramContainer,
  InstagramEntry,
  InstagramStore,
  InstagramMedia,
} from './instagram-store.ts';

const PER_DAY = 100;

/** Publishes containers; lists, reads and deletes media. */
export class InstagramMediaRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'POST',
      pattern: '/:owner/media_publish',
      run: (exchange, params) => this.#publish(exchange, params),
    },
    {
      method: 'GET',
      pattern: '/:owner/content_publishing_limit',
      run: (exchange, params) => {
        this.#limit(exchange, params);
      },
    },
    {
      method: 'GET',
      pattern: '/:owner/media',
      run: (exchange, params) => {
        this.#list(exchange, params);
      },
    },
    {
      method: 'GET',
      pattern: '/:id',
      run: (exchange, params) => {
        this.#read(exchange, params);
      },
    },
    {
      method: 'DELETE',
      pattern: '/:id',
      run: (exchange, params) => {
        this.#delete(exchange, params);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #app: InstagramDoor;
  readonly #store: InstagramStore;
  readonly #commit: (entry: InstagramEntry) => void;
  readonly #comments: InstagramCommentRoutes;

  constructor(
    context: SandboxContext,
    app: InstagramDoor,
    store: InstagramStore,
    commit: (entry: InstagramEntry) => void,
    comments: InstagramCommentRoutes,
  ) {
    this.#context = context;
    this.#app = app;
    this.#store = store;
    this.#commit = commit;
    this.#comments = comments;
  }

  async #publish(exchange: Exchange, { owner: id = '' }: Params): Promise<void> {
    const { fields } = await readForm(exchange, this.#context.blobs, 0);
    const { instagram, names } = this.#app.instagram(exchange, {
      id,
      scope: 'instagram_content_publish',
      fields,
    });
    const call = { platform: 'instagram', names, words: instagramFaults(instagram.id) };
    finalCall(exchange, this.#context.faults, call, () => {
      const container = this.#publishable(instagram.id, fields.get('creation_id') ?? '');
      return this.#accept(container, instagram.username);
    });
  }

  /** @throws Refusal */
  #publishable(owner: string, id: string): InstagramContainer {
    const container = this.#store.containers.get(id);
    if (container?.owner !== owner || container.isChild)
      throw graphRefusal(24, 'The media with this creation_id cannot be found.', { subcode: 2207006 });
    switch (statusOf(container, this.#context.now())) {
      case 'EXPIRED':
        throw graphRefusal(24, 'The media with this creation_id has expired.', { subcode: 2207008 });
      case 'IN_PROGRESS':
        throw graphRefusal(9007, 'Media ID is not available', {
          subcode: 2207027,
          forUser: 'The media is not ready for publishing, please wait for a moment.',
        });
      case 'ERROR':
        throw graphRefusal(352, 'The video format is not supported.', { subcode: 2207026 });
      case 'PUBLISHED':
        throw graphRefusal(100, 'The media with this creation_id was published already.');
      case 'FINISHED':
        if (this.#context.settings().enforceRateLimits && this.#quotaUsage(owner) >= PER_DAY)
          throw graphRefusal(9, 'Application request limit reached', { subcode: 2207042 });
        return container;
    }
  }

  #accept(container: InstagramContainer, account: string): object {
    const { id: containerId, owner, kind, caption, file, children, thumbOffset } = container;
    const id = nextId(this.#context.now());
    const files = file ? [file] : children.flatMap((child) => this.#store.containers.get(child)?.file ?? []);
    const shortcode = randomBytes(8).toString('base64url');
    const media = {
      id,
      owner,
      account,
      shortcode,
      caption,
      kind,
      files,
      ...(thumbOffset !== undefined && { thumbOffset }),
    };
    this.#commit({ type: 'media', media, containerId });
    return { id };
  }

  #quotaUsage(owner: string): number {
    const since = this.#context.now() - DAY_MS;
    return this.#store.mediaOf(owner).filter(({ createdAt }) => createdAt > since).length;
  }

  /** With limits off, every account looks unused, so a client that reads the limit does not slow down. */
  #limit(exchange: Exchange, { owner = '' }: Params): void {
    const { instagram } = this.#app.instagram(exchange, { id: owner, scope: 'instagram_content_publish' });
    const used = this.#context.settings().enforceRateLimits ? this.#quotaUsage(instagram.id) : 0;
    const config = { quota_total: PER_DAY, quota_duration: DAY_MS / 1000 };
    exchange.reply(200, { data: [{ quota_usage: used, config }] });
  }

  #list(exchange: Exchange, { owner = '' }: Params): void {
    const { instagram } = this.#app.instagram(exchange, { id: owner, scope: 'instagram_basic' });
    const visibleIfCreatedBefore = this.#context.visibleIfCreatedBefore();
    const media = this.#store
      .mediaOf(instagram.id)
      .filter(({ createdAt }) => createdAt <= visibleIfCreatedBefore);
    sendList(exchange, [...media].reverse(), (one) => this.#view(one));
  }

  #read(exchange: Exchange, { id = '' }: Params): void {
    if (this.#comments.has(id)) {
      this.#comments.read(exchange, id);
      return;
    }
    const { instagram } = this.#app.instagram(exchange, { scope: 'instagram_basic' });
    const container = this.#store.containers.get(id);
    const media = this.#store.media(id);
    if (container?.owner === instagram.id) exchange.reply(200, containerView(container, this.#context.now()));
    else if (media?.owner === instagram.id) exchange.reply(200, this.#view(media));
    else throw missingObject('GET', id);
  }

  #delete(exchange: Exchange, { id = '' }: Params): void {
    if (this.#comments.has(id)) {
      this.#comments.delete(exchange, id);
      return;
    }
    const { instagram } = this.#app.instagram(exchange, { scope: 'instagram_basic' });
    if (this.#store.media(id)?.owner !== instagram.id) throw missingObject('DELETE', id);
    this.#app.instagram(exchange, { scope: 'instagram_manage_contents' });
    this.#commit({ type: 'deleted', id });
    exchange.reply(200, { success: true });
  }

  #view({ id, shortcode, caption, kind, createdAt }: InstagramMedia): object {
    return {
      id,
      ...(caption !== '' && { caption }),
      media_type: kind === 'REELS' ? 'VIDEO' : kind === 'CAROUSEL' ? 'CAROUSEL_ALBUM' : kind,
      media_product_type: kind === 'REELS' ? 'REELS' : 'FEED',
      shortcode,
      permalink: `${this.#context.publicUrl()}/instagram/p/${shortcode}`,
      timestamp: graphTime(createdAt),
      comments_count: this.#context.counters.countOf('instagram', id, 'comments', this.#comments.count(id)),
    };
  }
}
