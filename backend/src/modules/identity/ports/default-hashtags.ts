export abstract class DefaultHashtags {
  /** The hashtags of a post for which nobody has named any; empty: none. Read from the log. */
  abstract of(userId: string): Promise<string>;
}
