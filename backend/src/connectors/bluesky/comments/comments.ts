import { byteLength, graphemeLength } from '@posthorn/contracts/shared/text';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { CommentConnector } from '../../contract/comments.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import { objectOf, textOf } from '../../kit/json.ts';
import type { AccountCalls } from '../../kit/account-calls.ts';
import { lookUpFailed, refused } from '../../kit/outcomes.ts';
import { REQUESTS } from '../budgets.ts';
import { BLUESKY, BLUESKY_LIMITS } from '../limits.ts';
import { OUTCOMES } from '../errors.ts';
import { facetsOf } from '../publish/facets.ts';
import type { BlueskyIdentity } from '../client/identity.ts';
import type { BlueskyOwnPosts } from '../look-up/own-posts.ts';
import { POSTS_PER_CALL } from '../publish/posts.ts';
import { postRecord, withRecentTime } from '../publish/record.ts';
import type { BlueskySession } from '../tokens.ts';
import { newTid } from '../publish/tid.ts';
import type { Xrpc } from '../client/client.ts';
import { blueskyHiding } from '../moderate.ts';
import { blueskyReading } from './reading.ts';
import { refIn } from './remote-comment.ts';

type CommentServices = Readonly<{
  xrpc: Xrpc;
  calls: AccountCalls<BlueskySession>;
  clock: Clock;
  identity: BlueskyIdentity;
  posts: BlueskyOwnPosts;
}>;

/**
 * Comments are replies under the account's own posts. A reply is a post with a reference to its parent. The preparation fixes its
 * key before the first attempt.
 */
export function blueskyComments({ xrpc, calls, clock, identity, posts }: CommentServices): CommentConnector {
  const reading = blueskyReading(xrpc, calls, posts);
  return {
    ...reading,
    pace: { source: 'listing', fastest: 60, host: { ...REQUESTS, countsAtOnce: POSTS_PER_CALL } },
    /** Posthorn chooses the record key, so a repeated call makes no second reply. */
    replyRule: 'always',
    replyVisibilitySeconds: BLUESKY.lookUp.visibilitySeconds,
    lateReplyIsHarmless: true,

    /** All comments are under own posts, so they can be hidden. Only the author of a record can delete it. */
    can: () => ({ reply: 'send', whyNot: null, openUrl: null, hide: 'platform', remove: false }),
    /** Counts visible characters. If the text has too many bytes, counts bytes. */
    replyLength: (text) => {
      const { max, maxBytes } = BLUESKY_LIMITS.text;
      const bytes = byteLength(text);
      if (maxBytes !== undefined && bytes > maxBytes) return { used: bytes, max: maxBytes };
      return { used: graphemeLength(text), max };
    },

    prepareReply: async (access, { replyId, text, comment }, refs, _save, signal) => {
      const preparedReply = preparedReplyIn(refs, replyId);
      if (preparedReply) {
        const record = withRecentTime(preparedReply.record, clock.now());
        return { kind: 'prepared', refs: { replyId, rkey: preparedReply.rkey, record } };
      }
      // The server accepts a reply to a deleted comment, but readers would not see the reply.
      const found = await reading.one(access, comment, signal);
      if (found.kind === 'gone') return refused('not-found', null, false);
      if (found.kind === 'refused' || found.kind === 'postponed') return found;
      const known = found.kind === 'there' ? found.comment.refs : comment.refs;
      const root = refIn(known['root']);
      const parent = refIn({ uri: comment.remoteId, cid: known['cid'] ?? null });
      if (!root || !parent) return refused('not-found', null, false);
      try {
        const now = clock.now();
        const facets = await facetsOf(text, (handle) => identity.didOf(handle).catch(() => null));
        const record = { ...postRecord(text, now, facets, null, null), reply: { root, parent } };
        return { kind: 'prepared', refs: { replyId, rkey: newTid(now), record } };
      } catch (error) {
        return OUTCOMES.stepOutcome(error, clock.now());
      }
    },

    reply: async (access, { replyId }, refs, signal) => {
      const preparedReply = preparedReplyIn(refs, replyId);
      if (!preparedReply) return refused('not-prepared', null, true);
      try {
        return await posts.write(access, preparedReply, signal);
      } catch (error) {
        return OUTCOMES.callOutcome(error, clock.now());
      }
    },

    lookUpReply: async (access, { replyId }, refs) => {
      const preparedReply = preparedReplyIn(refs, replyId);
      // The key is stored before the first call. So without a key, there was no call.
      if (!preparedReply) return { kind: 'absent' };
      try {
        return (await posts.find(access, preparedReply.rkey)) ?? { kind: 'absent' };
      } catch (error) {
        return lookUpFailed(OUTCOMES.stepOutcome(error, clock.now()));
      }
    },

    hide: blueskyHiding(xrpc, calls, clock),
  };
}

/** The prepared record; null if `refs` belong to another reply, or are empty. */
function preparedReplyIn(
  refs: PublishRefs | null,
  replyId: string,
): Readonly<{ rkey: string; record: JsonObject }> | null {
  const rkey = textOf(refs?.['rkey']);
  const record = objectOf(refs?.['record']);
  return rkey !== null && record && refs?.['replyId'] === replyId ? { rkey, record } : null;
}
