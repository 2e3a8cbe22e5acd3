export abstract class DefaultHashtags {
  /** The hashtags for posts for which the user writes none; empty: none. The implementation reads the log. */
  abstract hashtagsOf(userId: string): Promise<string>;
}
