import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event } from '@posthorn/event-sourcing';

type Published = Readonly<{
  postId: number;
  accountId: number;
  ownerId: string;
  platform: Platform;
  /** Null when a person confirmed the post. */
  remoteId: string | null;
  permalink: string | null;
  publishedAt: string;
}>;
/** The event from which the inbox and the analytics learn that a post is published. */
type Reached = Event<'PlatformPublished', number, Published>;
/** The post got its public id. `handle`: its `remoteId` until now. */
type Named = Event<'PublicIdAssigned', number, Published & Readonly<{ handle: string }>>;
export type PostReachedPlatformEvent = Reached | Named;
