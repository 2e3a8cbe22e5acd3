import type { RequestedComment, ReceivedPost } from '../platforms/sandbox-platform.ts';
import { CLIENT } from '../oauth/authorization-server.ts';
import { BoundedMap } from '../state/bounded-map.ts';
import type { Journal } from '../state/journal.ts';
import { DIALECTS, type Dialect } from './deliveries.ts';
import type { WebhookComment, Verb } from './webhook-comment.ts';
import { WebhookSettingsStore, type WebhookSettings } from './webhook-settings.ts';

const RESPONSE_MS = 10_000;
const MAX_COMMENTS = 10_000;
const MAX_LISTED = 200;

type Delivery = Readonly<{ platform: string; dialect: Dialect; commentId: string; body: string }>;
/** `status`: the status of the product's response; null: no response. */
export type Delivered = Readonly<{
  platform: string;
  door: string;
  commentId: string;
  isForged: boolean;
  status: number | null;
}>;

/** Sends webhooks for comments to the product, as the platforms do. Sends them one after the other. Callers do not wait for them. */
export class Webhooks {
  /** The only function that changes a setting: it writes to the journal. Turning off `withheld` sends the withheld webhooks. */
  readonly change: (change: Partial<WebhookSettings>) => void;
  readonly #settings = new WebhookSettingsStore();
  readonly #comments = new BoundedMap<string, WebhookComment>(MAX_COMMENTS);
  readonly #now: () => number;
  readonly #appUrl: string | null;
  readonly #isSubscribed: (platform: string, accountId: string) => boolean;
  readonly #end = new AbortController();
  readonly #delivered: Delivered[] = [];
  #waiting: Delivery[] = [];
  #lastDelivery = Promise.resolve();

  /** @param options `appUrl` null: there is no product to send to */
  constructor({
    journal,
    now,
    appUrl,
    isSubscribed = () => true,
  }: Readonly<{
    journal: Journal;
    now: () => number;
    appUrl: string | null;
    isSubscribed?: (platform: string, accountId: string) => boolean;
  }>) {
    this.#isSubscribed = isSubscribed;
    this.#now = now;
    this.#appUrl = appUrl;
    const apply = journal.channel('webhooks', this.#settings);
    this.change = (change) => {
      apply(change);
      const { withheld, reordered } = this.current;
      if (!withheld && !reordered) this.#sendWaiting();
    };
  }

  get current(): WebhookSettings {
    return this.#settings.current;
  }

  /** The most recent deliveries, oldest first. */
  get delivered(): readonly Delivered[] {
    return this.#delivered;
  }

  /** Sends webhooks for a new comment under this post. */
  commentAdded(
    post: ReceivedPost,
    commentId: string,
    { author, text, parentId, unannounced }: RequestedComment,
  ): void {
    const { platform, remoteId: postId, accountId } = post;
    if (unannounced || accountId === undefined) return;
    const comment = { platform, accountId, postId, commentId, parentId, author, text };
    this.#schedule({ ...comment, verb: 'add', at: this.#now() });
  }

  /** Sends webhooks for a comment that was edited or deleted. */
  commentChanged(platform: string, commentId: string, verb: Exclude<Verb, 'add'>, text?: string): void {
    const comment = this.#comments.get(`${platform} ${commentId}`);
    if (comment) this.#schedule({ ...comment, ...(text !== undefined && { text }), verb, at: this.#now() });
  }

  /** Deletes the withheld webhooks. */
  reset(): void {
    this.#waiting = [];
    this.#delivered.length = 0;
    this.#comments.clear();
  }

  close(): void {
    this.#end.abort();
  }

  #schedule(comment: WebhookComment): void {
    const { platform, commentId, accountId } = comment;
    this.#comments.set(`${platform} ${commentId}`, comment);
    const dialect = DIALECTS[platform];
    const body = dialect?.body(comment);
    const { send, withheld, reordered } = this.current;
    if (!dialect || !body || !send || this.#appUrl === null) return;
    if (!this.#isSubscribed(platform, accountId)) return;
    const delivery = { platform, dialect, commentId, body: JSON.stringify(body) };
    if (reordered) this.#waiting.unshift(delivery);
    else this.#waiting.push(delivery);
    if (!withheld && (!reordered || this.#waiting.length > 1)) this.#sendWaiting();
  }

  #sendWaiting(): void {
    const { doubled, forged } = this.current;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const delivery of waiting) {
      if (forged) this.#queue(delivery, 'of somebody else');
      this.#queue(delivery, CLIENT.secret);
      if (doubled) this.#queue(delivery, CLIENT.secret);
    }
  }

  #queue(delivery: Delivery, secret: string): void {
    this.#lastDelivery = this.#lastDelivery.then(() => this.#deliver(delivery, secret));
  }

  async #deliver({ platform, dialect, commentId, body }: Delivery, secret: string): Promise<void> {
    const { door } = dialect;
    const at = String(Math.floor(this.#now() / 1000));
    const headers = { 'content-type': 'application/json', ...dialect.sign(body, secret, at) };
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(RESPONSE_MS)]);
    const status = await fetch(`${this.#appUrl ?? ''}/api/webhooks/${door}`, {
      method: 'POST',
      headers,
      body,
      signal,
    }).then(
      (answer) => answer.status,
      () => null,
    );
    this.#delivered.push({ platform, door, commentId, isForged: secret !== CLIENT.secret, status });
    if (this.#delivered.length > MAX_LISTED) this.#delivered.shift();
  }
}
