import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';

export type Part = Readonly<{ sha256: string; bytes: number; etag: string }>;
/** `key` is the password in its upload addresses. */
export type Asset = Readonly<{
  urn: string;
  key: string;
  kind: 'image' | 'video';
  owner: string;
  /** Who registered it. */
  account: string;
  /** Of a video, as announced. */
  size: number | null;
  file: Readonly<{ sha256: string; bytes: number; type: string | null }> | null;
  readyAt: number;
  fails: boolean;
}>;
export type AssetUse = Readonly<{ urn: string; alt: string }>;
export type Post = Readonly<{
  urn: string;
  author: string;
  /** The member who posted, also in the name of an organization. */
  account: string;
  commentary: string;
  assets: readonly AssetUse[];
  /** As it came, to be answered as it came. */
  content: unknown;
  createdAt: number;
}>;
type Comment = Readonly<{ id: string; post: string; author: string; text: string; createdAt: number }>;

export type LinkedInEntry =
  | Readonly<{ type: 'asset'; asset: Asset }>
  | Readonly<{ type: 'part'; key: string; index: number; part: Part }>
  | Readonly<{ type: 'post'; post: Omit<Post, 'createdAt'> }>
  | Readonly<{ type: 'comment'; comment: Omit<Comment, 'createdAt'> }>
  | Readonly<{ type: 'deleted'; urn: string }>;

/** All of LinkedIn's memory. Only `apply` changes it. */
export class LinkedInStore implements JournaledStore<LinkedInEntry> {
  readonly #assets = new BoundedMap<string, Asset>(50_000, ({ key }) => {
    this.#urns.delete(key);
    this.#parts.delete(key);
  });
  readonly #urns = new Map<string, string>();
  readonly #parts = new Map<string, ReadonlyMap<number, Part>>();
  readonly #posts = new BoundedMap<string, Post>(50_000, ({ urn }) => this.#comments.delete(urn));
  readonly #comments = new Map<string, readonly Comment[]>();

  asset(urn: string): Asset | undefined {
    return this.#assets.get(urn);
  }

  assetOfKey(key: string): Asset | undefined {
    return this.asset(this.#urns.get(key) ?? '');
  }

  parts(key: string): ReadonlyMap<number, Part> {
    return this.#parts.get(key) ?? new Map<number, Part>();
  }

  post(urn: string): Post | undefined {
    return this.#posts.get(urn);
  }

  posts(): readonly Post[] {
    return [...this.#posts.values()];
  }

  commentsOn(urn: string): readonly Comment[] {
    return this.#comments.get(urn) ?? [];
  }

  apply(entry: LinkedInEntry, at: number): void {
    switch (entry.type) {
      case 'asset':
        this.#assets.set(entry.asset.urn, entry.asset);
        this.#urns.set(entry.asset.key, entry.asset.urn);
        return;
      case 'part':
        this.#parts.set(entry.key, new Map([...this.parts(entry.key), [entry.index, entry.part]]));
        return;
      case 'post':
        this.#posts.set(entry.post.urn, { ...entry.post, createdAt: at });
        return;
      case 'comment': {
        const { post } = entry.comment;
        this.#comments.set(post, [...this.commentsOn(post), { ...entry.comment, createdAt: at }]);
        return;
      }
      case 'deleted':
        this.#posts.delete(entry.urn);
        this.#comments.delete(entry.urn);
    }
  }

  clear(): void {
    for (const map of [this.#assets, this.#urns, this.#parts, this.#posts, this.#comments]) map.clear();
  }

  matters(entry: LinkedInEntry): boolean {
    switch (entry.type) {
      case 'asset':
        return this.asset(entry.asset.urn) !== undefined;
      case 'part':
        return this.assetOfKey(entry.key) !== undefined;
      case 'post':
        return this.post(entry.post.urn) !== undefined;
      case 'comment':
        return this.post(entry.comment.post) !== undefined;
      case 'deleted':
        return false;
    }
  }
}
