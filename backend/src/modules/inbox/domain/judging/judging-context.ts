import type { ReplyFlag } from '@posthorn/contracts/inbox/reply-checks';

/** What a reply is judged against. */
export type JudgingContext = Readonly<{
  comment: string;
  /** Our own words: the post, and what its owner wrote above the comment. What stands here may stand in a reply. */
  post: string;
  /** What the model was told. */
  systemText: string;
  /** Random words of this one question, which a reply has no reason to know. */
  secrets: readonly string[];
  /** Code points; null where the platform names none. */
  lengthMax: number | null;
  /** The account's last replies, 20 of them. */
  recentReplies: readonly string[];
  /** What the model says itself. */
  needsPerson: boolean;
  flags: readonly ReplyFlag[];
  /** A content filter objects. */
  moderated: boolean;
}>;
