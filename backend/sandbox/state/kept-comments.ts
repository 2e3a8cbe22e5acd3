import { BoundedMap } from './bounded-map.ts';

type Kept = Readonly<{ id: string; postId: string; parentId: string | null }>;

/** Comments of one platform by id and by post, oldest first. */
export class KeptComments<Comment extends Kept> {
  readonly #comments = new BoundedMap<string, Comment>(50_000, (dropped) =>
    this.#idsBeside(dropped)?.delete(dropped.id),
  );
  /** The ids of the comments under each post, including replies. */
  readonly #idsByPost = new Map<string, Set<string>>();

  get(id: string): Comment | undefined {
    return this.#comments.get(id);
  }

  all(): readonly Comment[] {
    return [...this.#comments.values()];
  }

  /** The comments under a post, including replies. */
  on(postId: string): readonly Comment[] {
    return [...(this.#idsByPost.get(postId) ?? [])].flatMap((id) => this.#comments.get(id) ?? []);
  }

  add(comment: Comment): void {
    this.#idsByPost.set(comment.postId, (this.#idsBeside(comment) ?? new Set()).add(comment.id));
    this.#comments.set(comment.id, comment);
  }

  change(id: string, change: Partial<Comment>): void {
    const comment = this.#comments.get(id);
    if (comment) this.#comments.set(id, { ...comment, ...change });
  }

  /** Deletes a comment with its replies. */
  delete(id: string): void {
    const comment = this.#comments.get(id);
    if (!comment) return;
    this.#comments.delete(id);
    this.#idsBeside(comment)?.delete(id);
    for (const reply of this.on(comment.postId)) if (reply.parentId === id) this.delete(reply.id);
  }

  deleteOn(postId: string): void {
    for (const { id } of this.on(postId)) this.#comments.delete(id);
    this.#idsByPost.delete(postId);
  }

  clear(): void {
    this.#comments.clear();
    this.#idsByPost.clear();
  }

  /** The ids of all comments under the post of this comment. */
  #idsBeside({ postId }: Kept): Set<string> | undefined {
    return this.#idsByPost.get(postId);
  }
}
