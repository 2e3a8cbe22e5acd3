import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { MoveEvent } from '#infrastructure/effects/effect-story.ts';
import { type PublicationEvent, publicationShapes, type Target } from './publication-events.ts';

type DataOf<Type extends PublicationEvent['type']> = Omit<
  Extract<PublicationEvent, { type: Type }>['data'],
  keyof Target
>;

/** An event of today's shape about this target. */
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

/** The event of this target that records a move. Empty where the story has no event for it. */
export function recordMove<Type extends PublicationEvent['type']>(
  story: Readonly<{ eventOf: (move: Move) => MoveEvent<Type> | null }>,
  target: Target,
  move: Move,
  also: Readonly<Record<string, unknown>> = {},
) {
  const event = story.eventOf(move);
  return event ? [eventAbout({ target }, event.type, { ...event.data, ...also } as never)] : [];
}
