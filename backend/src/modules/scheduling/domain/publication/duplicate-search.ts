import type { LookUpAnswer } from '#infrastructure/effects/attempt/look-up.ts';
import { isDuplicate } from './copies.ts';
import type { PublicationEvent } from './publication-events.ts';
import type { Publication } from './publication.ts';
import type { PublishingContext } from './publishing-context.ts';
import { eventAbout } from './event-about.ts';

/**
 * Records the result of a search for a second copy of a published post. The search ignores known copies.
 * Returns no event when the search must be repeated later.
 */
export function recordDuplicateSearch(
  publication: Publication,
  answer: LookUpAnswer<Readonly<{ remoteId: string; permalink: string | null }>>,
  context: PublishingContext,
): PublicationEvent[] {
  if (publication.lookAgainAt === null) return [];
  const ended = (result: 'none' | 'found' | 'cannot-tell') => [
    eventAbout(context, 'DuplicateSearchEnded', { result, endedAt: context.now.toISOString() }),
  ];
  switch (answer.kind) {
    case 'done': {
      const { remoteId, permalink } = answer.result;
      // The platform lists this post with a separate id, so it is a different post. Hence `accepted: null`.
      const copy = { attemptId: null, remoteId, permalink, evidence: 'look-up' } as const;
      return isDuplicate({ ...publication, accepted: null }, copy)
        ? [eventAbout(context, 'DuplicateDetected', { ...copy, detectedAt: context.now.toISOString() })]
        : [];
    }
    case 'failed': {
      const isTooLate = context.now.getTime() >= Date.parse(publication.lookAgainAt) + context.times.giveUp;
      return isTooLate ? ended('cannot-tell') : [];
    }
    case 'cannot-tell':
      return ended('cannot-tell');
    case 'absent':
    case 'pending':
    case 'refused':
      return ended(publication.duplicates.length > 0 ? 'found' : 'none');
  }
}
