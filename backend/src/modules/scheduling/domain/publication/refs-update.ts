import { isSameJson } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AttemptRefsUpdate } from '#infrastructure/effects/attempt/refs-update.ts';
import type { PublishingContext } from './publishing-context.ts';
import { eventAbout } from './event-about.ts';
import { preparedFor } from './preparation.ts';
import type { PublicationEvent } from './publication-events.ts';
import { publicationStream, type Publication } from './publication.ts';

/**
 * Records an outcome together with the references that it replaces, in one append. So no crash can separate
 * them. Replaces nothing when the attempt has ended, or when another worker has replaced the references
 * since.
 */
export function withRefsUpdate(
  publication: Publication,
  update: AttemptRefsUpdate<JsonObject>,
  decide: (publication: Publication) => PublicationEvent[],
  context: PublishingContext,
): PublicationEvent[] {
  const replacement = replacedRefs(publication, update, context);
  return replacement
    ? [replacement, ...decide(publicationStream.evolve(publication, replacement))]
    : decide(publication);
}

function replacedRefs(
  publication: Publication,
  { attemptId, from, to }: AttemptRefsUpdate<JsonObject>,
  context: PublishingContext,
): PublicationEvent | null {
  const { attempt, contentHash, status } = publication;
  if (contentHash === null || attempt?.attemptId !== attemptId || !OPEN.has(status)) return null;
  const kept = preparedFor(publication, contentHash);
  const mustReplace = isSameJson(kept, from) && !isSameJson(kept, to);
  return mustReplace ? eventAbout(context, 'PublishPrepared', { contentHash, refs: to }) : null;
}

const OPEN: ReadonlySet<Publication['status']> = new Set(['attempting', 'accepted', 'unknown']);
