import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type { KnownComment, RemoteComment } from '../contract/comments.ts';
import { comparableText } from './shown-text.ts';

/** For platforms whose replies have one level: the id of the comment at the top of the thread. */
export const topCommentOf = ({ remoteId, parentRemoteId }: KnownComment): string =>
  parentRemoteId ?? remoteId;

const PAGES_MAX = 20;
/** The largest assumed difference between a platform's clock and ours. */
const CLOCK_DIFFERENCE_MS = 300_000;

type Expected = Readonly<{
  platform: string;
  text: string;
  /** When the attempt began, as an ISO instant. */
  attemptStartedAt: string;
  now: Date;
}>;
/** Replies under a comment. `next`: where the next page begins; null: this is the last page. */
type Page<Place> = Readonly<{ replies: readonly RemoteComment[]; next: Place | null }>;

/**
 * Finds and claims the account's own reply with this text, written since the attempt began; null: no such unclaimed reply exists.
 * @throws OutgoingError when there are too many replies to check, and the errors of `pageFrom`. After an error, the reply may still exist.
 */
export async function claimedOwnReply<Place>(
  access: Pick<AccountAccess, 'claim'>,
  { platform, text, attemptStartedAt, now }: Expected,
  first: Place,
  pageFrom: (place: Place) => Promise<Page<Place>>,
): Promise<RemoteComment | null> {
  const earliest = Math.min(Date.parse(attemptStartedAt), now.getTime()) - CLOCK_DIFFERENCE_MS;
  let place = first;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { replies, next } = await pageFrom(place);
    for (const reply of replies) {
      const isOurs =
        reply.isOwn &&
        Date.parse(reply.createdAt) >= earliest &&
        comparableText(reply.text) === comparableText(text);
      if (isOurs && (await access.claim(reply.remoteId))) return reply;
    }
    if (next === null) return null;
    place = next;
  }
  throw new OutgoingError('unreadable', true, platform, 'has too many replies to look through');
}
