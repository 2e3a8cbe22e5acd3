import type { Circumstances } from './circumstances.ts';
import { fact } from './fact.ts';
import { decisiveAt, failedLookUpAgainAt, lookUpAgainAt, pendingAgainAt } from './look-up-times.ts';
import type { LookUpOutcome } from './platform-answers.ts';
import type { PublicationEvent, PublishLookedUp } from './publication-events.ts';
import type { Attempt, Publication } from './publication.ts';
import { failure, published, unknown } from './publishing-outcome.ts';
import { isLong } from './story.ts';

/** What a look-up tells about the last attempt; for an accepted one, whether the platform has finished. */
export function recordLookUp(
  publication: Publication,
  attemptId: string,
  outcome: LookUpOutcome,
  c: Circumstances,
): PublicationEvent[] {
  const { attempt, status } = publication;
  if (outcome.kind === 'published') {
    return published(publication, attemptId, outcome, status === 'accepted' ? 'status' : 'look-up', c);
  }
  if (attempt?.attemptId !== attemptId || (status !== 'accepted' && status !== 'unknown')) return [];
  // The platform knows what became of it: neither a wait nor a look tells more.
  if (outcome.kind === 'refused') return [failure(publication, attemptId, outcome, c)];
  if (status === 'accepted') return stillProcessing(publication, attempt, c);
  const lookedUp = (nextAt: string | null): PublishLookedUp =>
    fact(c, 'PublishLookedUp', {
      attemptId,
      result: outcome.kind === 'pending' ? 'cannot-tell' : outcome.kind,
      words: outcome.kind === 'failed' ? outcome.words : null,
      lookedUpAt: c.now.toISOString(),
      nextAt,
    });
  switch (outcome.kind) {
    case 'cannot-tell':
      return [lookedUp(null)];
    case 'pending':
      // It is there and not done: nothing new, as long as there is time for asking.
      return pendingAgainAt(publication, outcome, c) === null ? [lookedUp(null)] : [];
    case 'failed': {
      const again = failedLookUpAgainAt(publication, outcome, c);
      const isNews = !publication.lookUpFailed && !isLong(publication, c.times);
      return isNews || again === null ? [lookedUp(again)] : [];
    }
    case 'absent': {
      const isFirst = publication.absences.length === 0;
      const decided = !isFirst && c.now.getTime() >= decisiveAt(attempt, c);
      if (!decided || c.rule === 'never') {
        const again = lookUpAgainAt(publication, attempt, c);
        // Not there and not there yet again: nothing new.
        const isNews = isFirst || (publication.lookUpFailed && !isLong(publication, c.times));
        return isNews || again === null ? [lookedUp(again)] : [];
      }
      const reason = { reason: 'not-there', words: null, retryable: true };
      return [lookedUp(c.now.toISOString()), failure(publication, attemptId, reason, c, c.now.getTime())];
    }
  }
}

function stillProcessing(publication: Publication, attempt: Attempt, c: Circumstances): PublicationEvent[] {
  const since = Date.parse(publication.accepted?.at ?? attempt.startedAt);
  return c.now.getTime() - since < c.times.pollFor
    ? []
    : unknown(publication, attempt, { cause: 'no-answer', words: null }, c);
}
