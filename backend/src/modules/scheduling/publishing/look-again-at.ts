import { RECONNECT } from '../domain/publication/platform-answers.ts';
import { PUBLISHING_TIMES } from '../domain/publication/publishing-times.ts';

/** What waits for its account is looked at now and then, should the news of its return go past it. */
export function lookAgainAt(
  { reason, until }: Readonly<{ reason: string; until: string }>,
  since: string,
): string {
  if (reason !== RECONNECT) return until;
  const soon = Date.parse(since) + PUBLISHING_TIMES.longestRetry;
  return new Date(Math.min(Date.parse(until), soon)).toISOString();
}
