import type { DeleteOutcome, Postponed, Refused, Unknown } from '../contract/outcome.ts';
import { ReconnectNeeded, refused, unknown, wordsOf } from '../kit/outcomes.ts';
import { TokenRefused } from '../kit/oauth/with-token.ts';

type Steps<Missing extends Error & Readonly<{ platformMessage: string | null }>> = Readonly<{
  /** False: the response is a success, but its body reports a failure. */
  remove: () => Promise<boolean>;
  /** Whether the error may mean that the post is already deleted. */
  isMissing: (error: unknown) => error is Missing;
  /** Whether the account's own list still shows the post. */
  isListed: () => Promise<boolean>;
  outcomeOf: (error: unknown) => Refused | Postponed | Unknown;
}>;

/**
 * Deletes a post on one of Meta's APIs. A missing post, a missing permission and a post that cannot be deleted have the same error
 * (100/33). So the list of own posts decides. A post that is not in the list is deleted. For a post in the list, the outcome is
 * unknown.
 * @throws errors of `remove` other than `isMissing`; TokenRefused, ReconnectNeeded, and errors that `outcomeOf` rethrows
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
