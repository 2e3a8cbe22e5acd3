import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event } from '@posthorn/event-sourcing';

type Published = Readonly<{
  postId: number;
  accountId: number;
  ownerId: string;
  platform: Platform;
  /** Null when only a person saw the post. */
  remoteId: string | null;
  permalink: string | null;
  publishedAt: string;
}>;
/** The inbox and the analytics follow published posts by this event. */
export type PostReachedPlatformEvent = Event<'PlatformPublished', number, Published>;
