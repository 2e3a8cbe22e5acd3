import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';
import { KeptComments } from '../../state/kept-comments.ts';

export type Part = Readonly<{ sha256: string; bytes: number; etag: string }>;
/** `key` is the secret in the upload URLs of the asset. */
export type LinkedInAsset = Readonly<{
  urn: string;
  key: string;
  kind: 'image' | 'video';
  owner: string;
  /** The member who registered the asset. */
  account: string;
  /** For a video: the announced number of bytes. */
  size: number | null;
  file: Readonly<{ sha256: string; bytes: number; type: string | null }> | null;
  readyAt: number;
  fails: boolean;
}>;
export type AssetUse = Readonly<{ urn: string; alt: string }>;
export type LinkedInPost = Readonly<{
  urn: string;
  author: string;
  /** The member who posted, even when the author is an organization. */
  account: string;
  commentary: string;
  assets: readonly AssetUse[];
  /** The content as the client sent it, for later responses. */
  content: unknown;
  createdAt: number;
}>;
export type LinkedInComment = Readonly<{
  id: string;
  postId: string;
  /** For a reply: the first comment of its thread. */
  parentId: string | null;
  /** The name of another person, or the URN of the organization that wrote the comment through the API. */
  author: string;
  /** The member who wrote the comment in the name of an organization; null: another person wrote it. */
  account: string | null;
  text: string;
  /** Only the thread shows this comment: no count or notification includes it. */
  unannounced: boolean;
  createdAt: number;
  updatedAt: number;
}>;
export type Notification = Readonly<{
  id: number;
  action: 'COMMENT' | 'ADMIN_COMMENT' | 'COMMENT_EDIT' | 'COMMENT_DELETE';
  /** The comment at the time of the notification. */
  comment: LinkedInComment;
  at: number;
}>;

export type LinkedInEntry =
  | Readonly<{ type: 'asset'; asset: LinkedInAsset }>
  | Readonly<{ type: 'part'; key: string; index: number; part: Part }>
  | Readonly<{ type: 'post'; post: Omit<LinkedInPost, 'createdAt'> }>
  | Readonly<{ type: 'comment'; comment: Omit<LinkedInComment, 'createdAt' | 'updatedAt'> }>
  | Readonly<{ type: 'commentEdited'; id: string; text: string }>
  | Readonly<{ type: 'commentDeleted'; id: string }>
  | Readonly<{ type: 'deleted'; urn: string }>;

/** The whole state of LinkedIn. Only `apply` changes it. */
export class LinkedInStore implements JournaledStore<LinkedInEntry> {
  readonly comments = new KeptComments<LinkedInComment>();
  readonly #assets = new BoundedMap<string, LinkedInAsset>(50_000, ({ key }) => {
    this.#urnByKey.delete(key);
    this.#parts.delete(key);
  });
  readonly #urnByKey = new Map<string, string>();
  readonly #parts = new Map<string, ReadonlyMap<number, Part>>();
  readonly #posts = new BoundedMap<string, LinkedInPost>(50_000, ({ urn }) => {
    this.comments.deleteOn(urn);
  });
  readonly #notifications = new BoundedMap<number, Notification>(50_000);
  #lastNotification = 0;

  asset(urn: string): LinkedInAsset | undefined {
    return this.#assets.get(urn);
  }

  assetOfKey(key: string): LinkedInAsset | undefined {
    return this.asset(this.#urnByKey.get(key) ?? '');
  }

  parts(key: string): ReadonlyMap<number, Part> {
    return this.#parts.get(key) ?? new Map<number, Part>();
  }

  post(urn: string): LinkedInPost | undefined {
    return this.#posts.get(urn);
  }

  posts(): readonly LinkedInPost[] {
    return [...this.#posts.values()];
  }

  /** Notifications of organizations about their posts, oldest first. */
  notifications(): readonly Notification[] {
    return [...this.#notifications.values()];
  }

  apply(entry: LinkedInEntry, at: number): void {
    switch (entry.type) {
      case 'asset':
        this.#assets.set(entry.asset.urn, entry.asset);
        this.#urnByKey.set(entry.asset.key, entry.asset.urn);
        return;
      case 'part':
        this.#parts.set(entry.key, new Map([...this.parts(entry.key), [entry.index, entry.part]]));
        return;
      case 'post':
        this.#posts.set(entry.post.urn, { ...entry.post, createdAt: at });
        return;
      case 'comment':
        this.comments.add({ ...entry.comment, createdAt: at, updatedAt: at });
        this.#notify(entry.comment.account === null ? 'COMMENT' : 'ADMIN_COMMENT', entry.comment.id, at);
        return;
      case 'commentEdited':
        this.comments.change(entry.id, { text: entry.text, updatedAt: at });
        this.#notify('COMMENT_EDIT', entry.id, at);
        return;
      case 'commentDeleted':
        this.#notify('COMMENT_DELETE', entry.id, at);
        this.comments.delete(entry.id);
        return;
      case 'deleted':
        this.#posts.delete(entry.urn);
        this.comments.deleteOn(entry.urn);
    }
  }

  #notify(action: Notification['action'], urn: string, at: number): void {
    const comment = this.comments.get(urn);
    const id = ++this.#lastNotification;
    if (comment && !comment.unannounced) this.#notifications.set(id, { id, action, comment, at });
  }

  clear(): void {
    const maps = [this.#assets, this.#urnByKey, this.#parts, this.#posts, this.comments, this.#notifications];
    for (const map of maps) map.clear();
  }

  isStillNeeded(entry: LinkedInEntry): boolean {
    switch (entry.type) {
      case 'asset':
        return this.asset(entry.asset.urn) !== undefined;
      case 'part':
        return this.assetOfKey(entry.key) !== undefined;
      case 'post':
        return this.post(entry.post.urn) !== undefined;
      case 'comment':
        return this.comments.get(entry.comment.id) !== undefined;
      case 'commentEdited':
        return this.comments.get(entry.id) !== undefined;
      case 'commentDeleted':
      case 'deleted':
        return false;
    }
  }
}
