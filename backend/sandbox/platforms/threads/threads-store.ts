import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';
import { CommentBook, type CommentEntry } from '../meta/comment-book.ts';

type PostKind = 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL';
export type PostedFile = Readonly<{ type: string; bytes: number; sha256: string; alt: string }>;

/** A post before it is published. */
export type ThreadsContainer = Readonly<{
  id: string;
  account: string;
  kind: PostKind;
  text: string;
  files: readonly PostedFile[];
  /** Whether the container is an item of a carousel. Such a container cannot be published alone. */
  isChild: boolean;
  /** The post or the reply that this container answers. */
  replyTo?: string;
  readyAt: number;
  /** The platform's error code when the container cannot be processed. */
  failure: string | null;
  createdAt: number;
  postId: string | null;
}>;

export type ThreadsPost = Readonly<{
  id: string;
  account: string;
  containerId: string;
  kind: PostKind;
  text: string;
  files: readonly PostedFile[];
  createdAt: number;
}>;

export type ThreadsEntry =
  | Readonly<{ type: 'container'; container: Omit<ThreadsContainer, 'createdAt' | 'postId'> }>
  | Readonly<{ type: 'published'; containerId: string; postId: string }>
  | CommentEntry
  | Readonly<{ type: 'deleted'; postId: string }>;

/** The whole state of Threads. Only `apply` changes it. */
export class ThreadsStore implements JournaledStore<ThreadsEntry> {
  readonly comments = new CommentBook();
  readonly #containers = new BoundedMap<string, ThreadsContainer>(50_000);
  readonly #posts = new BoundedMap<string, ThreadsPost>(50_000, ({ id }) => {
    this.comments.forget(id);
  });

  container(id: string): ThreadsContainer | undefined {
    return this.#containers.get(id);
  }

  post(id: string): ThreadsPost | undefined {
    return this.#posts.get(id);
  }

  /** Oldest first. */
  posts(): readonly ThreadsPost[] {
    return [...this.#posts.values()];
  }

  apply(entry: ThreadsEntry, at: number): void {
    switch (entry.type) {
      case 'container':
        this.#containers.set(entry.container.id, { ...entry.container, createdAt: at, postId: null });
        return;
      case 'published':
        this.#publish(entry.containerId, entry.postId, at);
        return;
      case 'deleted':
        this.#posts.delete(entry.postId);
        this.comments.forget(entry.postId);
        return;
      case 'comment':
      case 'comment edited':
      case 'comment hidden':
      case 'comment deleted':
        this.comments.apply(entry, at);
    }
  }

  clear(): void {
    for (const map of [this.#containers, this.#posts, this.comments]) map.clear();
  }

  isStillNeeded(entry: ThreadsEntry): boolean {
    switch (entry.type) {
      case 'container':
        return this.#containers.get(entry.container.id) !== undefined;
      case 'published':
        return this.#posts.get(entry.postId) !== undefined || this.comments.get(entry.postId) !== undefined;
      case 'comment':
      case 'comment edited':
      case 'comment hidden':
      case 'comment deleted':
        return this.comments.isStillNeeded(entry);
      case 'deleted':
        return false;
    }
  }

  #publish(containerId: string, postId: string, at: number): void {
    const container = this.#containers.get(containerId);
    if (!container) return;
    const { account, kind, text, files, replyTo } = container;
    this.#containers.set(containerId, { ...container, postId });
    if (replyTo !== undefined) {
      const repliedTo = this.comments.get(replyTo);
      const ownReply = { author: account, isOwn: true, unannounced: false };
      const place = { postId: repliedTo?.postId ?? replyTo, parentId: repliedTo?.id ?? null };
      this.comments.apply({ type: 'comment', comment: { id: postId, ...place, text, ...ownReply } }, at);
      return;
    }
    this.#posts.set(postId, { id: postId, account, containerId, kind, text, files, createdAt: at });
  }
}
