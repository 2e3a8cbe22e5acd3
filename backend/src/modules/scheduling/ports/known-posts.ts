export abstract class KnownPosts {
  /** Whether the user has a post with this id that is not deleted. */
  abstract has(userId: string, postId: number): Promise<boolean>;
}
