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
export type PostWithRemoteId = Published & Readonly<{ remoteId: string }>;

/** Leaves out posts that cannot be found on their platform: those that only a person saw, and those of erased users. `erased` is the mark of erased words. */
export const postsWithRemoteId = (
  events: readonly Pick<PostReachedPlatformEvent, 'data'>[],
  erased: string,
): PostWithRemoteId[] =>
  events.flatMap(({ data: { remoteId, permalink, ...rest } }) =>
    remoteId === null || remoteId === erased
      ? []
      : [{ ...rest, remoteId, permalink: permalink === erased ? null : permalink }],
  );
