import { BoundedMap } from './bounded-map.ts';

type Kept = Readonly<{ id: string; postId: string; parentId: string | null }>;

/** Comments of one platform by id and by post, oldest first. */
export class KeptComments<Comment extends Kept> {
  readonly #comments = new BoundedMap<string, Comment>(50_000, (gone) => this.#postOf(gone)?.delete(gone.id));
  readonly #posts = new Map<string, Set<string>>();

  get(id: string): Comment | undefined {
    return this.#comments.get(id);
  }

  all(): readonly Comment[] {
    return [...this.#comments.values()];
  }

  /** The comments under a post, including replies. */
  on(postId: string): readonly Comment[] {
    return [...(this.#posts.get(postId) ?? [])].flatMap((id) => this.#comments.get(id) ?? []);
  }

  add(comment: Comment): void {
    this.#posts.set(comment.postId, (this.#postOf(comment) ?? new Set()).add(comment.id));
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
    this.#postOf(comment)?.delete(id);
    for (const answer of this.on(comment.postId)) if (answer.parentId === id) this.delete(answer.id);
  }

  deleteOn(postId: string): void {
    for (const { id } of this.on(postId)) this.#comments.delete(id);
    this.#posts.delete(postId);
  }

  clear(): void {
    this.#comments.clear();
    this.#posts.clear();
  }

  #postOf({ postId }: Kept): Set<string> | undefined {
    return this.#posts.get(postId);
  }
}
