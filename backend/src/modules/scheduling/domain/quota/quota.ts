import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, plain } from '@posthorn/event-sourcing/event-shape';
import { PostLimitReached } from '../post/post-errors.ts';

/** The place of one post in the quota of its owner. */
type Slot = Readonly<{ userId: string; postId: number }>;
export type QuotaReserved = Event<'QuotaReserved', 1, Slot & Readonly<{ reservedAt: string }>>;
export type QuotaReleased = Event<'QuotaReleased', 1, Slot>;
/** Contains the slots after all earlier events, so that loading the stream can skip these events. */
type QuotaSummarized = Event<
  'QuotaSummarized',
  1,
  Readonly<{ userId: string; slots: readonly Readonly<{ postId: number; reservedAt: string }>[] }>
>;
export type QuotaEvent = QuotaReserved | QuotaReleased | QuotaSummarized;

/**
 * The scheduled posts of one user. The limit concerns many posts, so it needs one stream whose revision
 * decides between simultaneous requests.
 */
export type Quota = Readonly<{
  /** Empty before the first event. */
  userId: string;
  slots: readonly Readonly<{ postId: number; reservedAt: string }>[];
}>;

export const quotaStream: Stream<Quota, QuotaEvent> = {
  category: 'quota',
  initial: { userId: '', slots: [] },
  evolve({ slots }, event) {
    const { userId } = event.data;
    const without = (postId: number) => slots.filter((slot) => slot.postId !== postId);
    switch (event.type) {
      case 'QuotaReserved': {
        const { postId, reservedAt } = event.data;
        return { userId, slots: [...without(postId), { postId, reservedAt }] };
      }
      case 'QuotaReleased':
        return { userId, slots: without(event.data.postId) };
      case 'QuotaSummarized':
        return { userId, slots: event.data.slots };
      default:
        return assertNever(event);
    }
  },
  shapes: {
    QuotaReserved: { schema: 1, fields: { userId: plain, reservedAt: plain } },
    QuotaReleased: { schema: 1, fields: { userId: plain } },
    QuotaSummarized: { schema: 1, fields: { userId: plain, slots: plain } },
  },
  summary: {
    types: ['QuotaSummarized'],
    every: 100,
    of: ({ userId, slots }) => (userId === '' ? null : quotaEvent('QuotaSummarized', { userId, slots })),
  },
};

export const quotaEvent = eventsOf<QuotaEvent>(quotaStream.shapes);

/**
 * Reserves a slot for a post. Adds nothing if the post already has a slot.
 * @param limit null: no limit
 * @throws PostLimitReached
 */
export function reserve(
  { slots }: Quota,
  { userId, postId }: Slot,
  limit: number | null,
  now: Date,
): QuotaReserved[] {
  if (slots.some((slot) => slot.postId === postId)) return [];
  if (limit !== null && slots.length >= limit) throw new PostLimitReached();
  return [quotaEvent('QuotaReserved', { userId, postId, reservedAt: now.toISOString() })];
}

export function release({ slots }: Quota, { userId, postId }: Slot): QuotaReleased[] {
  if (!slots.some((slot) => slot.postId === postId)) return [];
  return [quotaEvent('QuotaReleased', { userId, postId })];
}
