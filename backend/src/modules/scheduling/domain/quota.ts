import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { PostLimitReached } from './post-errors.ts';

type Slot = Readonly<{ userId: string; postId: number }>;
export type QuotaReserved = Event<'QuotaReserved', 1, Slot & Readonly<{ reservedAt: string }>>;
export type QuotaReleased = Event<'QuotaReleased', 1, Slot>;
export type QuotaEvent = QuotaReserved | QuotaReleased;

/** The scheduled posts of one user: a rule over many posts needs one stream whose revision decides races. */
export type Quota = Readonly<{ slots: readonly Readonly<{ postId: number; reservedAt: string }>[] }>;

export const quotaStream: Stream<Quota, QuotaEvent> = {
  category: 'quota',
  initial: { slots: [] },
  evolve({ slots }, event) {
    const { postId } = event.data;
    const others = slots.filter((slot) => slot.postId !== postId);
    switch (event.type) {
      case 'QuotaReserved':
        return { slots: [...others, { postId, reservedAt: event.data.reservedAt }] };
      case 'QuotaReleased':
        return { slots: others };
      default:
        return assertNever(event);
    }
  },
  shapes: {
    QuotaReserved: { schema: 1, fields: { userId: plain, reservedAt: plain } },
    QuotaReleased: { schema: 1, fields: { userId: plain } },
  },
};

/**
 * A post that has a slot keeps it.
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
  return [{ type: 'QuotaReserved', schema: 1, data: { userId, postId, reservedAt: now.toISOString() } }];
}

export function release({ slots }: Quota, { userId, postId }: Slot): QuotaReleased[] {
  if (!slots.some((slot) => slot.postId === postId)) return [];
  return [{ type: 'QuotaReleased', schema: 1, data: { userId, postId } }];
}
