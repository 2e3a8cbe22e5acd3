import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';
import type { PostedMedia } from '../sandbox-platform.ts';

export type PostInfo = Readonly<{
  title: string;
  description: string;
  privacyLevel: string;
  /** Of the cover of a video, in milliseconds. */
  coverAt?: number;
}>;
type Source =
  | Readonly<{ kind: 'video'; size: number; chunkSize: number; chunks: number; token: string }>
  | Readonly<{ kind: 'photos'; urls: readonly string[] }>;

/** A post as it was opened. */
export type Opened = Readonly<{ publishId: string; account: string; info: PostInfo; source: Source }>;
/** What became of its files. */
export type Taken = Readonly<{
  media: readonly PostedMedia[];
  readyAt: number;
  failReason: string | null;
  postId: string;
}>;
export type TikTokPost = Opened &
  Readonly<{ openedAt: number; received: number; parts: readonly string[]; taken: Taken | null }>;

export type TikTokEntry =
  | Readonly<{ type: 'opened'; post: Opened }>
  | Readonly<{ type: 'chunk'; publishId: string; sha256: string; bytes: number }>
  | Readonly<{ type: 'taken'; publishId: string; taken: Taken }>;

/** All of TikTok's memory. Only `apply` changes it. */
export class TikTokStore implements JournaledStore<TikTokEntry> {
  readonly #posts = new BoundedMap<string, TikTokPost>(50_000, ({ taken }) => {
    if (taken) this.#byPostId.delete(taken.postId);
  });
  readonly #byPostId = new Map<string, string>();

  post(publishId: string): TikTokPost | undefined {
    return this.#posts.get(publishId);
  }

  posts(): IterableIterator<TikTokPost> {
    return this.#posts.values();
  }

  postOfId(postId: string): TikTokPost | undefined {
    return this.#posts.get(this.#byPostId.get(postId) ?? '');
  }

  apply(entry: TikTokEntry, at: number): void {
    if (entry.type === 'opened') {
      const fresh = { openedAt: at, received: 0, parts: [], taken: null };
      this.#posts.set(entry.post.publishId, { ...entry.post, ...fresh });
      return;
    }
    const post = this.#posts.get(entry.publishId);
    if (!post) return;
    if (entry.type === 'chunk') {
      const { received, parts } = post;
      const more = { received: received + entry.bytes, parts: [...parts, entry.sha256] };
      this.#posts.set(post.publishId, { ...post, ...more });
    } else {
      this.#posts.set(post.publishId, { ...post, taken: entry.taken });
      this.#byPostId.set(entry.taken.postId, post.publishId);
    }
  }

  clear(): void {
    this.#posts.clear();
    this.#byPostId.clear();
  }

  matters(entry: TikTokEntry): boolean {
    return this.#posts.get(entry.type === 'opened' ? entry.post.publishId : entry.publishId) !== undefined;
  }
}
