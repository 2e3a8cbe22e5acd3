export abstract class KnownPosts {
  /** Those among these ids that are posts of the user, neither deleted nor archived. */
  abstract among(userId: string, postIds: readonly number[]): Promise<ReadonlySet<number>>;

  async has(userId: string, postId: number): Promise<boolean> {
    return (await this.among(userId, [postId])).has(postId);
  }
}
