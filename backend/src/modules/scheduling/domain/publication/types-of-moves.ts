import { publicationShapes, type PublicationEvent } from './publication-events.ts';

/**
 * The types of events that move an effect of a publication: its own, and that the account is back.
 * @param isOwn decides by the type alone
 */
export const typesOfMoves = (
  isOwn: (event: PublicationEvent) => boolean,
): readonly PublicationEvent['type'][] =>
  (Object.keys(publicationShapes) as PublicationEvent['type'][]).filter(
    (type) => type === 'PublicationResumed' || isOwn({ type } as PublicationEvent),
  );
