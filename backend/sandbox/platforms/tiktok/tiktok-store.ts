import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';
import { KeptComments } from '../../state/kept-comments.ts';
import type { PostedMedia } from '../sandbox-platform.ts';

export type PostInfo = Readonly<{
  title: string;
  description: string;
  privacyLevel: string;
  /** The position of the cover in the video, in milliseconds. */
  coverAt?: number;
}>;
type Source =
  | Readonly<{ kind: 'video'; size: number; chunkSize: number; chunks: number; token: string }>
  | Readonly<{ kind: 'photos'; urls: readonly string[] }>;

/** A post before its files arrive. */
export type OpenedPost = Readonly<{ publishId: string; account: string; info: PostInfo; source: Source }>;
/** The files that arrived for a post, and the result of their processing. */
export type TakenFiles = Readonly<{
  media: readonly PostedMedia[];
  readyAt: number;
  failReason: string | null;
  postId: string;
}>;
/** `received`: the number of bytes that arrived. `parts`: the digests of their chunks. `taken`: null until all files arrived. */
export type TikTokPost = OpenedPost &
  Readonly<{ openedAt: number; received: number; parts: readonly string[]; taken: TakenFiles | null }>;

export type TikTokComment = Readonly<{
  id: string;
  /** The public id of the video or the photos. */
  postId: string;
  /** For a reply: the first comment of its thread. */
  parentId: string | null;
  author: string;
  /** The account that wrote the comment through the API; null: another person wrote it. */
  account: string | null;
  text: string;
  hidden: boolean;
  createdAt: number;
}>;

export type TikTokEntry =
  | Readonly<{ type: 'comment'; comment: Omit<TikTokComment, 'hidden' | 'createdAt'> }>
  | Readonly<{ type: 'commentHidden'; id: string; hidden: boolean }>
  | Readonly<{ type: 'commentDeleted'; id: string }>
  | Readonly<{ type: 'opened'; post: OpenedPost }>
  | Readonly<{ type: 'chunk'; publishId: string; sha256: string; bytes: number }>
  | Readonly<{ type: 'taken'; publishId: string; taken: TakenFiles }>;

/** The whole state of TikTok. Only `apply` changes it. */
export class TikTokStore implements JournaledStore<TikTokEntry> {
  readonly comments = new KeptComments<TikTokComment>();
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
    switch (entry.type) {
      case 'comment':
        this.comments.add({ ...entry.comment, hidden: false, createdAt: at });
        return;
      case 'commentHidden':
        this.comments.change(entry.id, { hidden: entry.hidden });
        return;
      case 'commentDeleted':
        this.comments.delete(entry.id);
        return;
      case 'opened': {
        const initial = { openedAt: at, received: 0, parts: [], taken: null };
        this.#posts.set(entry.post.publishId, { ...entry.post, ...initial });
        return;
      }
      case 'chunk':
      case 'taken':
        this.#updatePost(entry);
    }
  }

  #updatePost(entry: Extract<TikTokEntry, Readonly<{ type: 'chunk' | 'taken' }>>): void {
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
    this.comments.clear();
    this.#posts.clear();
    this.#byPostId.clear();
  }

  isStillNeeded(entry: TikTokEntry): boolean {
    switch (entry.type) {
      case 'comment':
        return this.comments.get(entry.comment.id) !== undefined;
      case 'commentHidden':
        return this.comments.get(entry.id) !== undefined;
      case 'commentDeleted':
        return false;
      case 'opened':
        return this.#posts.get(entry.post.publishId) !== undefined;
      case 'chunk':
      case 'taken':
        return this.#posts.get(entry.publishId) !== undefined;
    }
  }
}
