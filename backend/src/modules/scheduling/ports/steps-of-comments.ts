import type { Platform } from '@posthorn/contracts/shared/platform';
import type { SaidPart } from '@posthorn/contracts/shared/said';
import type { EventMeta, Position } from '@posthorn/event-sourcing/event-store';

/** A post on one account, with its id on the platform. */
export type PostOnAccount = Readonly<{ accountId: number; remoteId: string }>;

/** One event of a comment, decrypted, with the sentence of the inbox about it. */
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
  /** The author of the comment; null: the name is erased. */
  author: string | null;
  /** The text of the comment or reply; null: the step has no text, or the text is erased. */
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
 * The steps of comments under a post, in log order. Only the `read` newest of the `total` comments are read.
 * These had `steps` steps, and `newest` contains the newest of these steps.
 */
export type CommentSteps = Readonly<{
  newest: readonly CommentStep[];
  steps: number;
  read: number;
  total: number;
}>;

/** Provides the steps of comments for the history of their post. The inbox implements this port. */
export abstract class StepsOfComments {
  /** `until`: only steps up to this time. Read marks, and checks that found nothing new, are not steps. */
  abstract under(ownerId: string, posts: readonly PostOnAccount[], until: Date | null): Promise<CommentSteps>;

  /** The names of the streams of all comments under these posts of the owner, oldest first. */
  abstract streamsUnder(ownerId: string, posts: readonly PostOnAccount[]): Promise<readonly string[]>;
}
