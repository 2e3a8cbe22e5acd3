import type { Clock } from '#infrastructure/clock.ts';
import { claimedOwnReply, topCommentOf } from '../../kit/own-reply.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type { CommentConnector, KnownComment } from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome } from '../../contract/outcome.ts';
import { at, idIn } from '../../kit/json.ts';
import { withoutPreparation, type AccountCalls } from '../../kit/account-calls.ts';
import { unreadable } from '../../kit/json-request.ts';
import { published, unknown } from '../../kit/outcomes.ts';
import { ownChannel } from '../client/channel.ts';
import type { YouTubeClient } from '../client/client.ts';
import { commentPage, type YouTubeConfiguration } from '../client/pages.ts';
import { emptyIfGone, repliesTo } from './listing.ts';
import { readCounts, readOne, readThread } from './reading.ts';
import { commentIn } from './remote-comment.ts';

/** In UTF-16 units. The limit of YouTube's own pages; the API documents no limit. */
const TEXT_MAX = 10_000;
const CALL_MS = 30_000;

/**
 * Comments under the channel's videos. The app has a daily quota of 10,000 units. A page of a list costs one unit. A reply, hiding
 * or removing costs 50. Counts have a separate quota.
 */
export function youtubeComments(
  client: YouTubeClient,
  calls: AccountCalls<string>,
  clock: Clock,
  configuration: YouTubeConfiguration,
): CommentConnector {
  const publishedAs = ({ postRemoteId }: KnownComment, id: string) =>
    published(id, commentPage(configuration, postRemoteId, id));
  const moderate = (
    access: AccountAccess,
    { remoteId: id }: KnownComment,
    moderationStatus: 'heldForReview' | 'published' | 'rejected',
    signal: AbortSignal,
  ) => {
    const path = '/youtube/v3/comments/setModerationStatus';
    const call = { method: 'POST', path, query: { id, moderationStatus }, request: { signal } } as const;
    return calls.moderate(access, (token) => client.send({ token, ...call }));
  };
  return {
    /** The quota of `videos:batchGetStats`. */
    pace: { source: 'counts', fastest: 60, calls: { perDay: 10_000, scope: 'app' } },
    replyRule: 'after-negative-look-up',
    replyVisibilitySeconds: 30,
    lateReplyIsHarmless: false,

    news: (access, { posts }, signal) =>
      calls.step(access, (token) => readCounts({ client, token, signal }, posts)),
    thread: (access, { remoteId }, after, signal) =>
      calls.step(access, (token) => readThread({ client, token, signal }, configuration, remoteId, after)),
    one: (access, comment, signal) =>
      calls.step(access, (token) => readOne({ client, token, signal }, configuration, comment)),

    can: () => ({ reply: 'send', whyNot: null, openUrl: null, hide: 'platform', remove: true }),
    replyLength: (text) => ({ used: text.length, max: TEXT_MAX }),
    /** No request, because each call uses the quota. */
    prepareReply: withoutPreparation,

    /** Costs 50 units of the quota. */
    reply: (access, { text, comment }, _refs, signal) =>
      calls.call(access, async (token): Promise<CallOutcome> => {
        const response = await client.send({
          token,
          method: 'POST',
          path: '/youtube/v3/comments',
          query: { part: 'snippet' },
          json: { snippet: { parentId: topCommentOf(comment), textOriginal: text } },
          request: { signal, timeoutMs: CALL_MS, newConnection: true },
        });
        const id = idIn(at(response.json(), 'id'));
        return id === null
          ? unknown('unreadable', 'YouTube answered and named no comment.')
          : publishedAs(comment, id);
      }),

    /** Finds the channel's own reply with this text under this comment, written since the attempt began. */
    lookUpReply: (access, { text, comment }, _refs, attemptStartedAt) =>
      calls.lookUp(access, async (token): Promise<LookUpOutcome> => {
        const { postRemoteId: videoId } = comment;
        const channel = await ownChannel(client, token);
        if (!channel) throw unreadable('youtube', 'shows no channel');
        const expected = { platform: 'youtube', text, attemptStartedAt, now: clock.now() };
        const found = await claimedOwnReply(access, expected, null, async (page: string | null) => {
          // YouTube deletes a comment together with its replies. So a missing comment means that there are none.
          const { items, next } = await emptyIfGone(
            repliesTo({ client, token }, topCommentOf(comment), page),
          );
          const replies = items
            .flatMap((each) => commentIn(configuration, each, { videoId, hidden: null }) ?? [])
            .map((reply) => ({ ...reply, isOwn: reply.author.remoteId === channel.id }));
          return { replies, next };
        });
        return found ? publishedAs(comment, found.remoteId) : { kind: 'absent' };
      }),

    hide: (access, comment, hidden, signal) =>
      moderate(access, comment, hidden ? 'heldForReview' : 'published', signal),
    /** Removing cannot be undone (developers.google.com/youtube/v3/docs/comments/setModerationStatus). */
    remove: (access, comment, signal) => moderate(access, comment, 'rejected', signal),
  };
}
