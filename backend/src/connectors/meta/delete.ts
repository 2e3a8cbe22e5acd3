import type { DeleteOutcome, Postponed, Refused, Unknown } from '../contract/outcome.ts';
import { ReconnectNeeded, refused, unknown, wordsOf } from '../kit/outcomes.ts';
import { TokenRefused } from '../kit/oauth/with-token.ts';

type Steps<Missing extends Error & Readonly<{ platformMessage: string | null }>> = Readonly<{
  /** False: the answer is a success whose body says no. */
  remove: () => Promise<boolean>;
  /** An answer that may mean that the post is deleted. */
  isMissing: (error: unknown) => error is Missing;
  /** Whether the account's own list still shows the post. */
  isListed: () => Promise<boolean>;
  outcomeOf: (error: unknown) => Refused | Postponed | Unknown;
}>;

/**
 * Deletes a post of one of Meta's graphs. A missing post, a missing permission and a post that cannot be deleted get the same answer
 * (100/33), so the list decides. A post that it does not show is deleted; for a post that it shows, the outcome is unknown.
 * @throws TokenRefused, ReconnectNeeded, and errors that come neither from the platform nor from the network
 */
export async function deleteAndVerify<Missing extends Error & Readonly<{ platformMessage: string | null }>>({
  remove,
  isMissing,
  isListed,
  outcomeOf,
}: Steps<Missing>): Promise<DeleteOutcome> {
  try {
    return (await remove()) ? { kind: 'deleted' } : refused('rejected', null, false);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const words = wordsOf(error.platformMessage);
    try {
      return (await isListed()) ? { kind: 'unknown', cause: 'still-there', words } : { kind: 'deleted' };
    } catch (failure) {
      if (failure instanceof TokenRefused || failure instanceof ReconnectNeeded) throw failure;
      const outcome = outcomeOf(failure);
      return outcome.kind === 'postponed' ? outcome : unknown('server-error', words);
    }
  }
}
