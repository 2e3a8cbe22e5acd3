import type { ModerationAction } from '@posthorn/contracts/inbox/comments.http';
import type { Event } from '@posthorn/event-sourcing';
import type { IdempotentEvent } from '#infrastructure/effects/effect-story.ts';
import type { CommentId } from './comment-id.ts';

/**
 * The owner wants the comment hidden, shown or removed on its platform. The event's actor is that person.
 * `nextAt`: the first attempt waits until an earlier call has ended, because that call could undo it.
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
/** `platform`: the platform hides it from the public. `here`: this inbox hides it. `attemptId` is null where no call of Posthorn did it. */
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
/** Posthorn removed the comment from its platform. Its words are erased. */
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
