/** Which posts there are. */
export abstract class KnownPosts {
  /** Whether somebody has a post of this id that they have not deleted. */
  abstract has(userId: string, postId: number): Promise<boolean>;
}
