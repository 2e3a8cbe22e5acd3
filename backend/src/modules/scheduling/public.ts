import type { Event } from '@posthorn/event-sourcing';
import { Command, Query } from '@nestjs/cqrs';

/** The door of Scheduling for the operator's commands. */

/** A target that is not published yet although its time has come. */
export type WaitingTarget = Readonly<{ postId: number; accountId: number; platform: string; dueAt: string }>;
export type Hold = Readonly<{ reason: string; since: string }>;

/** No worker claims anything from now on, in any process. A hold that is there already stays as it is. */
export class HoldPublishing extends Command<Hold> {
  constructor(readonly reason: string) {
    super();
  }
}

/** Publishing goes on. Answers the hold that was ended, null when there was none. */
export class EndHold extends Command<Hold | null> {}

/** Whether publishing is on hold, and what waits for its end; the oldest 200, or null while that is not known yet. */
export class HoldState extends Query<
  Readonly<{ hold: Hold | null; waiting: readonly WaitingTarget[] | null }>
> {}

/** What the inbox hears of posts on their platforms. `remoteId` is null when only a person saw it. */
export type PostPublishedEvent = Event<
  'PlatformPublished' | 'DuplicateDetected',
  number,
  Readonly<{
    postId: number;
    accountId: number;
    ownerId: string;
    remoteId: string | null;
    permalink: string | null;
  }>
>;

/** What the inbox hears of what a post says, and whether comments on it are answered automatically. */
export type PostWordsEvent = Event<
  'PostScheduled' | 'PostEdited',
  number,
  Readonly<{ postId: number; ownerId: string; content: string; aiRepliesEnabled: boolean }>
>;
/** SQL, true while nothing may be sent: after a restore nobody knows what was already sent. */
export const ON_HOLD = 'exists (select from publishing.hold)';
