import type { Process } from '#infrastructure/readers/process.ts';
import type {
  PostScheduled,
  PostRescheduled,
  PostRestored,
  ScheduleRecomputed,
} from '../../domain/post/post-events.ts';
import { postStream } from '../../domain/post/post.ts';
import { hasOtherLocalTime, type FollowZones } from './follow-zones.ts';

/** The events after which a post may have an instant that other zone data gave. */
type TimedEvent = PostScheduled | PostRescheduled | PostRestored | ScheduleRecomputed;

/**
 * Moves posts whose time another version of the zone data gave. Each version reads the log separately, from its start.
 * During a rolling deployment, it also moves posts that a process with older data writes later.
 * @param version the IANA version of this runtime's zone data
 */
export const followZones = (zones: FollowZones, version: string): Process<TimedEvent> => ({
  name: `scheduling.follow-zones-${version}`,
  categories: [postStream.category],
  types: ['PostScheduled', 'PostRescheduled', 'PostRestored', 'ScheduleRecomputed'],
  from: 'start',
  // A deleted post does not move, so its time is checked when its owner restores it.
  concerned: (events) =>
    Promise.resolve(events.filter(({ type, data }) => type === 'PostRestored' || hasOtherLocalTime(data))),
  handle: ({ data: { postId } }) => zones.follow(postId, version),
});
