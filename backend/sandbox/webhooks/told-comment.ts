/** What became of a comment. */
export type Verb = 'add' | 'edited' | 'remove';

/** A comment as its platform tells of it. */
export type ToldComment = Readonly<{
  platform: string;
  /** Of the account, as the platform names it to programs. */
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
