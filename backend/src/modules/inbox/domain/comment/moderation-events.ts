import type { ModerationAction } from '@posthorn/contracts/inbox/comments.http';
import type { Event } from '@posthorn/event-sourcing';
import type { IdempotentEvent } from '#infrastructure/effects/effect-story.ts';
import type { CommentId } from './comment-id.ts';

/**
 * The owner requests that the platform hides, shows or removes the comment. The actor of the event is that person.
 * `nextAt`: the time of the first attempt, after an earlier call has ended. That call could undo this request.
 */
type CommentModerationRequested = Event<
  'CommentModerationRequested',
  1,
  CommentId & Readonly<{ action: ModerationAction; requestedAt: string; nextAt: string }>
>;
/** The account was connected again, so waiting work continues. */
type CommentModerationResumed = Event<
  'CommentModerationResumed',
  1,
  CommentId & Readonly<{ resumedAt: string }>
>;
/** `platform`: the platform hides the comment from the public. `here`: this inbox hides it. `attemptId`: null if no call of Posthorn hid it. */
type CommentHidden = Event<
  'CommentHidden',
  1,
  CommentId & Readonly<{ where: 'platform' | 'here'; attemptId: string | null; at: string }>
>;
type CommentUnhidden = Event<
  'CommentUnhidden',
  1,
  CommentId & Readonly<{ where: 'platform' | 'here'; attemptId: string | null; at: string }>
>;
/** Posthorn removed the comment from its platform. The product erases its text. */
type CommentRemoved = Event<
  'CommentRemoved',
  1,
  CommentId & Readonly<{ attemptId: string | null; removedAt: string }>
>;

export type ModerationEvent =
  | CommentModerationRequested
  | IdempotentEvent<'CommentModeration', CommentId>
  | CommentModerationResumed
  | CommentHidden
  | CommentUnhidden
  | CommentRemoved;
