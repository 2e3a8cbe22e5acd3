import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { MoveEvent } from '#infrastructure/effects/effect-story.ts';
import { type PublicationEvent, publicationShapes, type Target } from './publication-events.ts';

type DataOf<Type extends PublicationEvent['type']> = Omit<
  Extract<PublicationEvent, { type: Type }>['data'],
  keyof Target
>;

/** Builds an event about this target, with the current schema of its type. */
export const eventAbout = <Type extends PublicationEvent['type']>(
  { target: { postId, accountId, ownerId, platform } }: Readonly<{ target: Target }>,
  type: Type,
  data: DataOf<Type>,
) =>
  ({
    type,
    schema: publicationShapes[type].schema,
    data: { postId, accountId, ownerId, platform, ...data },
  }) as unknown as Extract<PublicationEvent, { type: Type }>;

/** Returns the event for a move of this target. Empty if the story has no event for the move. */
export function eventsOfStory<Type extends PublicationEvent['type']>(
  story: Readonly<{ eventOf: (move: Move) => MoveEvent<Type> | null }>,
  target: Target,
  move: Move,
  also: Readonly<Record<string, unknown>> = {},
) {
  const event = story.eventOf(move);
  return event ? [eventAbout({ target }, event.type, { ...event.data, ...also } as never)] : [];
}
