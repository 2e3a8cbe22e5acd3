/** What happened to a comment. */
export type Verb = 'add' | 'edited' | 'remove';

/** A comment as the platform's webhook describes it. */
export type WebhookComment = Readonly<{
  platform: string;
  /** The account's id in the platform's API. */
  accountId: string;
  postId: string;
  commentId: string;
  parentId: string | null;
  author: string;
  text: string;
  verb: Verb;
  /** Milliseconds since 1970. */
  at: number;
}>;
