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
import { postRecord } from '../publish/record.ts';
import type { BlueskySession } from '../tokens.ts';
import { newTid } from '../publish/tid.ts';
import type { Xrpc } from '../client/client.ts';
import { blueskyHiding } from '../moderate.ts';
import { blueskyReading } from './reading.ts';
import { refIn } from './remote-comment.ts';

type Parts = Readonly<{
  xrpc: Xrpc;
  calls: AccountCalls<BlueskySession>;
  clock: Clock;
  identity: BlueskyIdentity;
  posts: BlueskyOwnPosts;
}>;

/** Replies under the account's own posts. A reply is a post that names its parent; its key and record are frozen before the first try. */
export function blueskyComments({ xrpc, calls, clock, identity, posts }: Parts): CommentConnector {
  const reading = blueskyReading(xrpc, calls, posts);
  return {
    ...reading,
    pace: { source: 'listing', fastest: 60, host: { ...REQUESTS, countsAtOnce: POSTS_PER_CALL } },
    /** By a record key of ours. */
    replyRule: 'always',
    replyVisibilitySeconds: BLUESKY.lookUp.visibilitySeconds,
    lateReplyIsHarmless: true,

    /** Posthorn reads only comments under own posts, and only the author of a record can delete it. */
    can: () => ({ reply: 'send', whyNot: null, openUrl: null, hide: 'platform', remove: false }),
    /** Counts visible characters, or bytes where few characters have many bytes. */
    replyLength: (text) => {
      const { max, maxBytes } = BLUESKY_LIMITS.text;
      const bytes = byteLength(text);
      if (maxBytes !== undefined && bytes > maxBytes) return { used: bytes, max: maxBytes };
      return { used: graphemeLength(text), max };
    },

    prepareReply: async (access, { replyId, text, comment }, refs, _save, signal) => {
      const frozen = frozenIn(refs, replyId);
      if (frozen) return { kind: 'prepared', refs: { replyId, ...frozen } };
      // The server accepts an answer to a deleted comment, but no reader would see it.
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
      const frozen = frozenIn(refs, replyId);
      if (!frozen) return refused('not-prepared', null, true);
      try {
        return await posts.write(access, frozen, signal);
      } catch (error) {
        return OUTCOMES.callOutcome(error, clock.now());
      }
    },

    lookUpReply: async (access, { replyId }, refs) => {
      const frozen = frozenIn(refs, replyId);
      // The key is stored before the first call: without a key there was no call.
      if (!frozen) return { kind: 'absent' };
      try {
        return (await posts.find(access, frozen.rkey)) ?? { kind: 'absent' };
      } catch (error) {
        return lookUpFailed(OUTCOMES.stepOutcome(error, clock.now()));
      }
    },

    hide: blueskyHiding(xrpc, calls, clock),
  };
}

/** Null: the references belong to another reply, or are empty. */
function frozenIn(
  refs: PublishRefs | null,
  replyId: string,
): Readonly<{ rkey: string; record: JsonObject }> | null {
  const rkey = textOf(refs?.['rkey']);
  const record = objectOf(refs?.['record']);
  return rkey !== null && record && refs?.['replyId'] === replyId ? { rkey, record } : null;
}
