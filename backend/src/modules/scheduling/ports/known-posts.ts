export abstract class KnownPosts {
  /** The ids among `postIds` that are posts of the user and neither deleted nor archived. */
  abstract among(userId: string, postIds: readonly number[]): Promise<ReadonlySet<number>>;

  async has(userId: string, postId: number): Promise<boolean> {
    return (await this.among(userId, [postId])).has(postId);
  }
}
