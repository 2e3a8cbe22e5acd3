export abstract class DefaultHashtags {
  /** The user's default hashtags for a post without its own; empty: none. Read from the log. */
  abstract hashtagsOf(userId: string): Promise<string>;
}
