import type { ModerationAction } from '@posthorn/contracts/inbox/comments.http';
import type { Event } from '@posthorn/event-sourcing';
import type { HarmlessEvent } from '#infrastructure/effects/effect-story.ts';
import type { CommentId } from './comment-id.ts';

/**
 * The owner wants it hidden, shown or removed on its platform; the actor of the event is that person. `nextAt`: not before an
 * earlier call is over, which could undo it.
 */
type CommentModerationRequested = Event<
  'CommentModerationRequested',
  1,
  CommentId & Readonly<{ action: ModerationAction; requestedAt: string; nextAt: string }>
>;
/** The account was connected again: what waited for it goes on. */
type CommentModerationResumed = Event<
  'CommentModerationResumed',
  1,
  CommentId & Readonly<{ resumedAt: string }>
>;
/** `platform`: nobody sees it there. `here`: it is out of this inbox. `attemptId` is null where no call of ours did it. */
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
/** It was taken off its platform. Its words are erased. */
type CommentRemoved = Event<
  'CommentRemoved',
  1,
  CommentId & Readonly<{ attemptId: string | null; removedAt: string }>
>;

export type ModerationEvent =
  | CommentModerationRequested
  | HarmlessEvent<'CommentModeration', CommentId>
  | CommentModerationResumed
  | CommentHidden
  | CommentUnhidden
  | CommentRemoved;
