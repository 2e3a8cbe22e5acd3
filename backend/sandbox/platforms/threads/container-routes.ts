import type { Exchange } from '../../http/exchange.ts';
import { pullFile } from '../../http/pulled-file.ts';
import type { Params, Route } from '../../http/router.ts';
import type { ReceivedBlob } from '../../state/blob-store.ts';
import { nextId } from '../mastodon/ids.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { checkedAlt, checkedImage, checkedText, failureOf, IMAGE_MAX, VIDEO_MAX } from './container-rules.ts';
import { fieldsOf, names, type ThreadsProfiles } from './profiles.ts';
import { invalidParameter, missingObject } from './threads-refusal.ts';
import type { ThreadsContainer, PostedFile, ThreadsEntry, ThreadsStore } from './threads-store.ts';

const VIDEO_PROCESSING_MS = 1500;
const LIFETIME_MS = 24 * 3_600_000;
const CHILDREN = { min: 2, max: 20 };

type Status = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED';
type NewContainer = Pick<ThreadsContainer, 'kind' | 'files' | 'readyAt' | 'failure'>;

export function statusOf({ postId, createdAt, readyAt, failure }: ThreadsContainer, now: number): Status {
  if (postId !== null) return 'PUBLISHED';
  if (now - createdAt > LIFETIME_MS) return 'EXPIRED';
  if (now < readyAt) return 'IN_PROGRESS';
  return failure === null ? 'FINISHED' : 'ERROR';
}

/** Creates containers. A container has its text from the beginning; the sandbox fetches its files from their URLs. */
export class ThreadsContainerRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'POST',
      pattern: '/v1.0/:user/threads',
      run: (exchange, params) => this.#create(exchange, params),
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: ThreadsStore;
  readonly #profiles: ThreadsProfiles;
  readonly #commit: (entry: ThreadsEntry) => void;

  constructor(
    context: SandboxContext,
    store: ThreadsStore,
    profiles: ThreadsProfiles,
    commit: (entry: ThreadsEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#profiles = profiles;
    this.#commit = commit;
  }

  async #create(exchange: Exchange, { user = '' }: Params): Promise<void> {
    const fields = await fieldsOf(exchange);
    const account = this.#profiles.owner(exchange, fields, user, 'threads_content_publish');
    const isChild = fields.get('is_carousel_item') === 'true';
    const text = checkedText(fields.get('text') ?? '');
    const newContainer = await this.#newContainer(account, fields, isChild);
    const replyTo = this.#replyTo(exchange, account, fields);
    const id = nextId(this.#context.now());
    this.#commit({
      type: 'container',
      container: { id, account, text, isChild, ...newContainer, ...replyTo },
    });
    exchange.reply(200, { id });
  }

  /** Reads which post or reply the container answers. The post must belong to the account. @throws Refusal */
  #replyTo(exchange: Exchange, account: string, fields: URLSearchParams): Pick<ThreadsContainer, 'replyTo'> {
    const id = fields.get('reply_to_id');
    if (id === null) return {};
    this.#profiles.authenticate(exchange, fields, 'threads_manage_replies');
    const root = this.#store.comments.get(id)?.postId ?? id;
    if (this.#store.post(root)?.account !== account) throw missingObject(id);
    return { replyTo: id };
  }

  #newContainer(
    account: string,
    fields: URLSearchParams,
    isChild: boolean,
  ): NewContainer | Promise<NewContainer> {
    const kind = fields.get('media_type') ?? '';
    switch (kind) {
      case 'TEXT':
        if (isChild) throw invalidParameter('Text cannot be an item of a carousel.');
        if ((fields.get('text') ?? '').trim() === '') throw invalidParameter('Param text is required.');
        return { kind, files: [], readyAt: this.#context.now(), failure: null };
      case 'IMAGE':
        return this.#image(account, fields);
      case 'VIDEO':
        return this.#video(account, fields);
      case 'CAROUSEL':
        return this.#carousel(account, (fields.get('children') ?? '').split(','));
      default:
        throw invalidParameter('Param media_type must be one of {TEXT, IMAGE, VIDEO, CAROUSEL}');
    }
  }

  async #image(account: string, fields: URLSearchParams): Promise<NewContainer> {
    const alt = checkedAlt(fields.get('alt_text') ?? '');
    const address = fields.get('image_url');
    if (!address) throw invalidParameter('Param image_url is required.');
    const file = checkedImage(await pullFile(address, this.#context.blobs, IMAGE_MAX));
    return { kind: 'IMAGE', files: [postedFile(file, alt)], ...this.#processingOf(account, 0, null) };
  }

  async #video(account: string, fields: URLSearchParams): Promise<NewContainer> {
    const alt = checkedAlt(fields.get('alt_text') ?? '');
    const address = fields.get('video_url');
    if (!address) throw invalidParameter('Param video_url is required.');
    const pulled = await pullFile(address, this.#context.blobs, VIDEO_MAX);
    const files = pulled ? [postedFile(pulled.file, alt)] : [];
    return { kind: 'VIDEO', files, ...this.#processingOf(account, VIDEO_PROCESSING_MS, failureOf(pulled)) };
  }

  #carousel(account: string, ids: readonly string[]): NewContainer {
    const { min, max } = CHILDREN;
    if (ids.length < min || ids.length > max)
      throw invalidParameter(`A carousel must have between ${String(min)} and ${String(max)} children.`);
    const now = this.#context.now();
    const children = ids.map((id) => {
      const child = this.#store.container(id);
      if (child?.account !== account || !child.isChild || statusOf(child, now) !== 'FINISHED')
        throw invalidParameter(`Child ${id} is not an item that can be used.`);
      return child;
    });
    const files = children.flatMap((child) => child.files);
    return { kind: 'CAROUSEL', files, readyAt: now, failure: null };
  }

  /** When the file is ready, and whether its processing fails. Applies planned faults. */
  #processingOf(
    account: string,
    milliseconds: number,
    failure: string | null,
  ): Pick<NewContainer, 'readyAt' | 'failure'> {
    const { faults, now } = this.#context;
    const slow = faults.take('threads', 'slowProcessing', names(account));
    const failing = faults.take('threads', 'failProcessing', names(account));
    const wait = slow ? slow.retryAfterSeconds * 1000 : milliseconds;
    return { readyAt: now() + wait, failure: failing ? 'FAILED_PROCESSING_VIDEO' : failure };
  }
}

const postedFile = ({ type, bytes, sha256 }: ReceivedBlob, alt: string): PostedFile => ({
  type: type ?? 'application/octet-stream',
  bytes,
  sha256,
  alt,
});
