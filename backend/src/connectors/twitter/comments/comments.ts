import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import { countText } from '@posthorn/contracts/integrations/text-count';
import type { CommentConnector } from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome } from '../../contract/outcome.ts';
import { amountOf, at, idIn } from '../../kit/json.ts';
import { AccountCalls, withoutPreparation } from '../../kit/account-calls.ts';
import type { AsAccount } from '../../kit/as-account.ts';
import { mayHave } from '../../kit/oauth/oauth-credentials.ts';
import { published, refused, unknown } from '../../kit/outcomes.ts';
import { firstClaimed } from '../../kit/own-post-search.ts';
import { TwitterError } from '../client/client.ts';
import { TWITTER } from '../limits.ts';
import { isMissing, OUTCOMES } from '../errors.ts';
import { ownPosts } from '../look-up/own-posts.ts';
import { permalinkOf } from '../look-up/permalink.ts';
import type { TwitterSession } from '../tokens.ts';
import { twitterReading, type TwitterCommentCalls } from './reading.ts';

const HIDE_SCOPE = 'tweet.moderate.write';
const HIDE_MS = 20_000;
const CALL_MS = 30_000;

/** Comments are replies in the account's own conversations. X charges for everything that Posthorn reads. */
export function twitterComments(
  services: TwitterCommentCalls,
  as: AsAccount<TwitterSession>,
): CommentConnector {
  const { client, configuration, clock } = services;
  const calls = new AccountCalls(as, OUTCOMES, clock, isMissing);
  return {
    ...twitterReading(services),
    pace: { source: 'listing', fastest: 60 },
    replyRule: 'after-negative-look-up',
    replyVisibilitySeconds: TWITTER.lookUp.visibilitySeconds,
    lateReplyIsHarmless: TWITTER.lookUp.isLateCallHarmless,

    /** docs.x.com `changelog` 2026-02-23 and 2026-04-16: apps may reply only to authors who mentioned the account. */
    can: ({ remoteId, refs }) => {
      const moderation = { hide: 'platform', remove: false } as const;
      // `names`: the author mentioned the account.
      if (refs['names'] === true) return { reply: 'send', whyNot: null, openUrl: null, ...moderation };
      const openUrl = `https://x.com/intent/post?${new URLSearchParams({ in_reply_to: remoteId }).toString()}`;
      return { reply: 'open', whyNot: COMMENT_READING_TEXT.onlyWhenNamed, openUrl, ...moderation };
    },

    /** The mentions that X puts in front of a reply do not count. */
    replyLength: (text, { refs }) => {
      const { limits } = TWITTER;
      const max = amountOf(refs['textMax']) ?? limits.text.max;
      return { used: countText(text, limits.text.count), max };
    },

    /** No request before the reply: reading costs money, and X itself refuses a reply to a deleted comment. */
    prepareReply: withoutPreparation,

    reply: async (access, { replyId, text, comment }, refs, signal) => {
      if (refs['replyId'] !== replyId) return refused('not-prepared', null, true);
      try {
        return await as(access, async ({ token, username }): Promise<CallOutcome> => {
          const { body } = await client.send({
            token,
            method: 'POST',
            path: '/2/tweets',
            json: { text, reply: { in_reply_to_tweet_id: comment.remoteId } },
            request: { signal, timeoutMs: CALL_MS, newConnection: true },
          });
          const id = idIn(at(body, 'data', 'id'));
          if (id === null) return unknown('unreadable', 'X answered and named no reply.');
          return published(id, permalinkOf(configuration, username, id));
        });
      } catch (error) {
        const outcome = OUTCOMES.callOutcome(error, clock.now());
        const isForbidden =
          error instanceof TwitterError && error.status === 403 && outcome.kind === 'refused';
        if (!isForbidden || outcome.reason !== 'rejected') return outcome;
        // Two errors with status 403 are about the comment: the comment is deleted, or its author has not mentioned the account.
        const isGone = /deleted or not visible/iu.test(error.platformMessage ?? '');
        return refused(isGone ? 'not-found' : 'not-allowed', error.platformMessage, false);
      }
    },

    lookUpReply: async (access, { replyId, text, comment }, refs, attemptStartedAt) => {
      if (refs['replyId'] !== replyId) return { kind: 'absent' };
      const expected = { text, fileIds: [], files: 0, attemptStartedAt, parentId: comment.remoteId };
      return calls.lookUp(access, async (session): Promise<LookUpOutcome> => {
        const id = await firstClaimed(access, await ownPosts(client, session, expected), (own) => own);
        if (id === null) return { kind: 'absent' };
        return published(id, permalinkOf(configuration, session.username, id));
      });
    },

    hide: async (access, { remoteId }, hidden, signal) => {
      // An account lacks this permission if it was connected before Posthorn requested the permission.
      if (!mayHave(await access.credentials(), HIDE_SCOPE)) return refused('permission-missing', null, false);
      const path = `/2/tweets/${encodeURIComponent(remoteId)}/hidden`;
      const request = { signal, timeoutMs: HIDE_MS };
      // A deleted comment counts as hidden.
      return calls.moderate(access, ({ token }) =>
        client.send({ token, method: 'PUT', path, json: { hidden }, request }),
      );
    },
  };
}
