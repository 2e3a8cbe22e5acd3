import type { RequestedComment, ReceivedPost, ReceivedReply } from '../sandbox-platform.ts';

export type MetaComment = Readonly<{
  id: string;
  /** The post of the comment, at any depth. */
  postId: string;
  /** The comment that this comment replies to; null: it replies to the post. */
  parentId: string | null;
  /** The name that people see on the platform. */
  author: string;
  /** Whether the account that owns the post wrote the comment. */
  isOwn: boolean;
  text: string;
  /** Only the thread shows this comment; counts and webhooks leave it out. */
  unannounced: boolean;
  hidden: boolean;
  createdAt: number;
}>;

export type CommentEntry =
  | Readonly<{ type: 'comment'; comment: Omit<MetaComment, 'createdAt' | 'hidden'> }>
  | Readonly<{ type: 'comment edited'; id: string; text: string }>
  | Readonly<{ type: 'comment hidden'; id: string; hidden: boolean }>
  | Readonly<{ type: 'comment deleted'; id: string }>;

/** The comments under the posts of a platform, as a part of its store. Only `apply` changes them. */
export class CommentBook {
  readonly #comments = new Map<string, MetaComment>();
  readonly #idsByPost = new Map<string, readonly string[]>();

  get(id: string): MetaComment | undefined {
    return this.#comments.get(id);
  }

  /** All comments of the post with their replies, oldest first. */
  on(postId: string): readonly MetaComment[] {
    return (this.#idsByPost.get(postId) ?? []).flatMap((id) => this.#comments.get(id) ?? []);
  }

  /** The first comment of the thread that this comment belongs to. */
  topOf(comment: MetaComment): MetaComment {
    const parent = comment.parentId === null ? undefined : this.get(comment.parentId);
    return parent ? this.topOf(parent) : comment;
  }

  apply(entry: CommentEntry, at: number): void {
    switch (entry.type) {
      case 'comment': {
        const { id, postId } = entry.comment;
        this.#comments.set(id, { ...entry.comment, hidden: false, createdAt: at });
        this.#idsByPost.set(postId, [...(this.#idsByPost.get(postId) ?? []), id]);
        return;
      }
      case 'comment edited':
        this.#change(entry.id, { text: entry.text });
        return;
      case 'comment hidden':
        this.#change(entry.id, { hidden: entry.hidden });
        return;
      case 'comment deleted':
        this.#delete(entry.id);
    }
  }

  isStillNeeded(entry: CommentEntry): boolean {
    return this.#comments.has(entry.type === 'comment' ? entry.comment.id : entry.id);
  }

  /** Deletes all comments of a deleted post. */
  forget(postId: string): void {
    for (const id of this.#idsByPost.get(postId) ?? []) this.#comments.delete(id);
    this.#idsByPost.delete(postId);
  }

  clear(): void {
    this.#comments.clear();
    this.#idsByPost.clear();
  }

  #change(id: string, change: Partial<MetaComment>): void {
    const comment = this.#comments.get(id);
    if (comment) this.#comments.set(id, { ...comment, ...change });
  }

  /** Deletes a comment with its replies. */
  #delete(id: string): void {
    const comment = this.#comments.get(id);
    if (!comment) return;
    this.#comments.delete(id);
    for (const one of this.on(comment.postId)) if (one.parentId === id) this.#delete(one.id);
    const remaining = (this.#idsByPost.get(comment.postId) ?? []).filter((one) => this.#comments.has(one));
    this.#idsByPost.set(comment.postId, remaining);
  }
}

type CommentStorage = Readonly<{ book: CommentBook; commit: (entry: CommentEntry) => void }>;

/** The comment calls of the control API, for each platform that stores comments in a `CommentBook`. */
export class RequestedComments {
  readonly #book: CommentBook;
  readonly #commit: (entry: CommentEntry) => void;

  constructor({ book, commit }: CommentStorage) {
    this.#book = book;
    this.#commit = commit;
  }

  /** Returns null when the comment to reply to does not exist. */
  add({ parentId, author, text, unannounced }: RequestedComment, postId: string, id: string): string | null {
    if (parentId !== null && this.#book.get(parentId)?.postId !== postId) return null;
    const comment = { id, postId, parentId, author, text, unannounced, isOwn: false };
    this.#commit({ type: 'comment', comment });
    return id;
  }

  edit(id: string, text: string): boolean {
    const isByOther = this.#book.get(id)?.isOwn === false;
    if (isByOther) this.#commit({ type: 'comment edited', id, text });
    return isByOther;
  }

  delete(id: string): boolean {
    const exists = this.#book.get(id) !== undefined;
    if (exists) this.#commit({ type: 'comment deleted', id });
    return exists;
  }

  isHidden(id: string): boolean | null {
    return this.#book.get(id)?.hidden ?? null;
  }

  /** The comments as the page of a post shows them. */
  shown(postId: string): ReceivedPost['comments'] {
    return this.#book.on(postId).map(({ author, text, createdAt }) => ({
      author,
      text,
      receivedAt: new Date(createdAt).toISOString(),
    }));
  }

  /** The comments that the owner of the post wrote. */
  ownOn(platform: string, postId: string): readonly ReceivedReply[] {
    return this.#book
      .on(postId)
      .filter(({ isOwn }) => isOwn)
      .map(({ id, parentId, author, text, createdAt }) => ({
        platform,
        author,
        remoteId: id,
        parentId: parentId ?? postId,
        text,
        receivedAt: new Date(createdAt).toISOString(),
      }));
  }
}
