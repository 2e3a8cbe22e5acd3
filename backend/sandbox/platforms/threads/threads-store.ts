import { BoundedMap } from '../../state/bounded-map.ts';
import type { JournaledStore } from '../../state/journal.ts';

type PostKind = 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL';
export type PostedFile = Readonly<{ type: string; bytes: number; sha256: string; alt: string }>;

/** A post before it is one. */
export type Container = Readonly<{
  id: string;
  account: string;
  kind: PostKind;
  text: string;
  files: readonly PostedFile[];
  /** Part of a carousel: it cannot be published by itself. */
  isChild: boolean;
  readyAt: number;
  /** The platform's word for why it cannot be processed. */
  failure: string | null;
  createdAt: number;
  postId: string | null;
}>;

export type Post = Readonly<{
  id: string;
  account: string;
  containerId: string;
  kind: PostKind;
  text: string;
  files: readonly PostedFile[];
  createdAt: number;
}>;

type Comment = Readonly<{ id: string; postId: string; author: string; text: string; createdAt: number }>;

export type ThreadsEntry =
  | Readonly<{ type: 'container'; container: Omit<Container, 'createdAt' | 'postId'> }>
  | Readonly<{ type: 'published'; containerId: string; postId: string }>
  | Readonly<{ type: 'comment'; comment: Omit<Comment, 'createdAt'> }>
  | Readonly<{ type: 'deleted'; postId: string }>;

/** All of Threads' memory. Only `apply` changes it. */
export class ThreadsStore implements JournaledStore<ThreadsEntry> {
  readonly #containers = new BoundedMap<string, Container>(50_000);
  readonly #posts = new BoundedMap<string, Post>(50_000, ({ id }) => {
    this.#comments.delete(id);
  });
  readonly #comments = new Map<string, Comment[]>();

  container(id: string): Container | undefined {
    return this.#containers.get(id);
  }

  post(id: string): Post | undefined {
    return this.#posts.get(id);
  }

  /** Oldest first. */
  posts(): readonly Post[] {
    return [...this.#posts.values()];
  }

  commentsOn(postId: string): readonly Comment[] {
    return this.#comments.get(postId) ?? [];
  }

  apply(entry: ThreadsEntry, at: number): void {
    switch (entry.type) {
      case 'container':
        this.#containers.set(entry.container.id, { ...entry.container, createdAt: at, postId: null });
        return;
      case 'published':
        this.#publish(entry.containerId, entry.postId, at);
        return;
      case 'comment': {
        const { postId } = entry.comment;
        this.#comments.set(postId, [...this.commentsOn(postId), { ...entry.comment, createdAt: at }]);
        return;
      }
      case 'deleted':
        this.#posts.delete(entry.postId);
        this.#comments.delete(entry.postId);
    }
  }

  clear(): void {
    for (const map of [this.#containers, this.#posts, this.#comments]) map.clear();
  }

  matters(entry: ThreadsEntry): boolean {
    switch (entry.type) {
      case 'container':
        return this.#containers.get(entry.container.id) !== undefined;
      case 'published':
        return this.#posts.get(entry.postId) !== undefined;
      case 'comment':
        return this.#posts.get(entry.comment.postId) !== undefined;
      case 'deleted':
        return false;
    }
  }

  #publish(containerId: string, postId: string, at: number): void {
    const container = this.#containers.get(containerId);
    if (!container) return;
    const { account, kind, text, files } = container;
    this.#containers.set(containerId, { ...container, postId });
    this.#posts.set(postId, { id: postId, account, containerId, kind, text, files, createdAt: at });
  }
}
