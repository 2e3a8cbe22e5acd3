import { publicationShapes, type PublicationEvent } from './publication-events.ts';

/**
 * The types of events that change an effect of a publication: its own events, and `PublicationResumed`.
 * @param isOwn gets an event that has only a type
 */
export const typesOfMoves = (
  isOwn: (event: PublicationEvent) => boolean,
): readonly PublicationEvent['type'][] =>
  (Object.keys(publicationShapes) as PublicationEvent['type'][]).filter(
    (type) => type === 'PublicationResumed' || isOwn({ type } as PublicationEvent),
  );
