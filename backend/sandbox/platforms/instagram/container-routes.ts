import type { Exchange } from '../../http/exchange.ts';
import { videoLength } from '../../http/video-length.ts';
import type { Params, Route } from '../../http/router.ts';
import { readForm } from '../meta/graph-form.ts';
import { graphRefusal, invalidParameter } from '../meta/graph-refusal.ts';
import { nextId } from '../meta/ids.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { fetchImage, fetchVideo } from './fetched-media.ts';
import type { InstagramDoor } from './instagram-door.ts';
import type { InstagramContainer, InstagramEntry, InstagramStore, StoredFile } from './instagram-store.ts';

const CONTAINER_MS = 24 * 3_600_000;
const IMAGE_MS = 300;
const VIDEO_MS = 1500;
const PER_DAY = 400;
const CAPTION_MAX = 2200;
const ALT_MAX = 1000;
/** The error code for an unusable video. */
const UNUSABLE_VIDEO = 2207026;
const UNUSABLE_ITEM = 2207006;
const BAD_OFFSET = 2207057;

type NewContainer = Pick<InstagramContainer, 'kind' | 'file' | 'children' | 'failed' | 'thumbOffset'>;

/** Containers: created from URLs, processed, and invalid after a day. */
export class InstagramContainerRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: '/:owner/media', run: (exchange, params) => this.#create(exchange, params) },
  ];

  readonly #context: SandboxContext;
  readonly #app: InstagramDoor;
  readonly #store: InstagramStore;
  readonly #commit: (entry: InstagramEntry) => void;

  constructor(
    context: SandboxContext,
    app: InstagramDoor,
    store: InstagramStore,
    commit: (entry: InstagramEntry) => void,
  ) {
    this.#context = context;
    this.#app = app;
    this.#store = store;
    this.#commit = commit;
  }

  async #create(exchange: Exchange, { owner: id = '' }: Params): Promise<void> {
    const { fields } = await readForm(exchange, this.#context.blobs, 0);
    const { instagram, names } = this.#app.instagram(exchange, {
      id,
      scope: 'instagram_content_publish',
      fields,
    });
    const owner = instagram.id;
    this.#refuseTooMany(owner);
    const isChild = fields.get('is_carousel_item') === 'true';
    const newContainer = await this.#newContainer(owner, fields, isChild);
    const caption = captionIn(fields);
    if (isChild && caption !== '') throw invalidParameter('An item of a carousel has no caption.');
    const createdAt = this.#context.now();
    const { failed, readyAt } = this.#processingOf(names, newContainer, createdAt);
    const container: InstagramContainer = {
      ...newContainer,
      id: nextId(createdAt),
      owner,
      isChild,
      caption,
      failed,
      createdAt,
      readyAt,
      publishedAs: null,
    };
    this.#commit({ type: 'container', container });
    exchange.reply(200, { id: container.id });
  }

  async #newContainer(owner: string, fields: URLSearchParams, isChild: boolean): Promise<NewContainer> {
    const type = fields.get('media_type') ?? 'IMAGE';
    const offset = fields.get('thumb_offset');
    if (offset !== null && type !== 'REELS') throw invalidParameter('thumb_offset is for videos only.');
    const [image, video] = [fields.get('image_url'), fields.get('video_url')];
    const { blobs } = this.#context;
    if (type === 'IMAGE') {
      if (image === null) throw graphRefusal(9004, 'The image_url is missing.', { subcode: 2207052 });
      const alt = fields.get('alt_text') ?? '';
      if (alt.length > ALT_MAX) throw invalidParameter('alt_text is too long.');
      return ofFile('IMAGE', await fetchImage(image, alt, blobs));
    }
    if (type === 'CAROUSEL') return this.#carousel(owner, fields);
    // In 2023 Instagram replaced a single VIDEO by REELS; the items of a carousel are still VIDEO.
    if (type !== (isChild ? 'VIDEO' : 'REELS'))
      throw graphRefusal(100, `The media_type ${type} is not supported.`, { subcode: 2207023 });
    if (video === null) throw graphRefusal(9004, 'The video_url is missing.', { subcode: 2207052 });
    if (fields.get('alt_text') !== null) throw invalidParameter('alt_text is for images only.');
    const file = await fetchVideo(video, blobs);
    if (offset === null) return ofFile(type, file);
    return { ...ofFile(type, file), thumbOffset: await this.#offset(offset, file) };
  }

  async #offset(given: string, file: StoredFile | null): Promise<number> {
    if (!/^\d{1,9}$/.test(given)) throw invalidParameter('thumb_offset must be a number of milliseconds.');
    const length = file && (await videoLength(file.sha256, this.#context.blobs));
    if (length !== null && Number(given) >= length)
      throw graphRefusal(1, 'The thumbnail offset must be less than the duration of the video.', {
        subcode: BAD_OFFSET,
      });
    return Number(given);
  }

  #carousel(owner: string, fields: URLSearchParams): NewContainer {
    const children = (fields.get('children') ?? '').split(',').filter((id) => id !== '');
    if (children.length < 2 || children.length > 10)
      throw graphRefusal(100, 'A carousel has 2 to 10 items.', { subcode: 2207028 });
    for (const id of children) {
      const child = this.#store.containers.get(id);
      if (child?.owner !== owner || !child.isChild || statusOf(child, this.#context.now()) !== 'FINISHED')
        throw graphRefusal(24, `The item ${id} of the carousel cannot be used.`, { subcode: UNUSABLE_ITEM });
    }
    return { kind: 'CAROUSEL', file: null, children, failed: null };
  }

  #processingOf(
    names: readonly string[],
    { kind, failed }: NewContainer,
    now: number,
  ): Pick<InstagramContainer, 'failed' | 'readyAt'> {
    const { faults } = this.#context;
    const slow = faults.take('instagram', 'slowProcessing', names);
    const fails = faults.take('instagram', 'failProcessing', names) !== null;
    const usualMs = kind === 'REELS' || kind === 'VIDEO' ? VIDEO_MS : IMAGE_MS;
    return {
      failed: fails ? UNUSABLE_VIDEO : failed,
      readyAt: now + (slow ? slow.retryAfterSeconds * 1000 : usualMs),
    };
  }

  #refuseTooMany(owner: string): void {
    if (!this.#context.settings().enforceRateLimits) return;
    const since = this.#context.now() - CONTAINER_MS;
    if (this.#store.containersOf(owner).filter(({ createdAt }) => createdAt > since).length >= PER_DAY)
      throw graphRefusal(80002, 'There have been too many calls to this Instagram account.');
  }
}

const ofFile = (kind: InstagramContainer['kind'], file: StoredFile | null): NewContainer => ({
  kind,
  file,
  children: [],
  failed: file === null ? UNUSABLE_VIDEO : null,
});

function captionIn(fields: URLSearchParams): string {
  const caption = fields.get('caption') ?? '';
  const [hashtags, mentions] = [/#[\p{L}\p{N}_]+/gu, /@[\w.]+/gu].map(
    (one) => caption.match(one)?.length ?? 0,
  );
  if (Array.from(caption).length > CAPTION_MAX || (hashtags ?? 0) > 30 || (mentions ?? 0) > 20)
    throw graphRefusal(36004, 'The caption is too long.', { subcode: 2207010 });
  return caption;
}

export type StatusCode = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED';

export function statusOf(
  { publishedAs, createdAt, readyAt, failed }: InstagramContainer,
  now: number,
): StatusCode {
  if (publishedAs !== null) return 'PUBLISHED';
  if (createdAt + CONTAINER_MS <= now) return 'EXPIRED';
  if (readyAt > now) return 'IN_PROGRESS';
  return failed === null ? 'FINISHED' : 'ERROR';
}

export const containerView = (container: InstagramContainer, now: number): object => {
  const code = statusOf(container, now);
  const failure = `Error: Media upload has failed with error code ${String(container.failed)}`;
  return { id: container.id, status_code: code, status: code === 'ERROR' ? failure : code };
};
