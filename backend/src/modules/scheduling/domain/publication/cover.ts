import { NEW_EFFECT, RECONNECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve } from '#infrastructure/effects/attempt/move.ts';
import { effectStory, harmlessTellings } from '#infrastructure/effects/effect-story.ts';
import type { CoverEvent, PublicationEvent } from './publication-events.ts';

/** How far a published video has come to the cover that its writer chose, where that is a call of its own. */
export type Cover = Readonly<{ remoteId: string; effect: Effect }>;

/** How the stream tells of it. One that was not started is tried again at the deadline of its attempt. */
export const coverStory = effectStory<CoverEvent>({
  ...harmlessTellings('Cover'),
  asked: { type: 'CoverRequested', named: { at: 'requestedAt' }, isOnlyRead: true },
  done: { type: 'CoverSet', named: { at: 'setAt' } },
});

export const isOfCover = (event: PublicationEvent): event is CoverEvent => event.type.startsWith('Cover');

/** What one event makes of it. An event about a cover that nobody asked for makes none. */
export function withCover(before: Cover | null, event: CoverEvent): Cover | null {
  const cover =
    event.type === 'CoverRequested' ? { remoteId: event.data.remoteId, effect: NEW_EFFECT } : before;
  return cover && { ...cover, effect: evolve(cover.effect, coverStory.moveOf(event)) };
}

/** Its account was connected again. */
export const coverResumed = (cover: Cover | null, at: string): Cover | null =>
  cover && { ...cover, effect: evolve(cover.effect, { kind: 'resumed', at }) };

export const coverWaitsForAccount = (cover: Cover | null): boolean => cover?.effect.waitsFor === RECONNECT;
