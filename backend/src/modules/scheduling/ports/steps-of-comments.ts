import type { Platform } from '@posthorn/contracts/shared/platform';
import type { SaidPart } from '@posthorn/contracts/shared/said';
import type { EventMeta, Position } from '@posthorn/event-sourcing/event-store';

/** A post as one account published it. */
export type PostOnAccount = Readonly<{ accountId: number; remoteId: string }>;

/** One event of a comment, decrypted, with the inbox's sentence about it. */
export type CommentStep = Readonly<{
  id: string;
  stream: string;
  revision: bigint;
  position: Position;
  type: string;
  meta: EventMeta;
  commentId: number;
  accountId: number;
  platform: Platform;
  /** The author of the comment; null once the name is erased. */
  author: string | null;
  /** The text of the comment or the reply; null where the step has no text, or the text is erased. */
  words: string | null;
  attempt: number | null;
  fingerprint: string | null;
  remoteId: string | null;
  permalink: string | null;
  summary: string;
  /** The parts of `summary`, by their codes in `HISTORY_SENTENCES`. */
  said: readonly SaidPart[];
  data: Readonly<Record<string, unknown>>;
}>;

/**
 * What happened to comments under a post, in log order. The reader looks at the `read` newest of `total` comments. They had `steps` steps, of which
 * the newest are returned.
 */
export type CommentSteps = Readonly<{
  newest: readonly CommentStep[];
  steps: number;
  read: number;
  total: number;
}>;

/** What the history of a post shows of the comments under it. The inbox implements it. */
export abstract class StepsOfComments {
  /** `until`: only what had happened by then. Read marks, and checks that found nothing new, are no steps. */
  abstract under(ownerId: string, posts: readonly PostOnAccount[], until: Date | null): Promise<CommentSteps>;

  /** Names of the streams of all comments of this owner under a post, oldest first. */
  abstract streamsUnder(ownerId: string, posts: readonly PostOnAccount[]): Promise<readonly string[]>;
}
