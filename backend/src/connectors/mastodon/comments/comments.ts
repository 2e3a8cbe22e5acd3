import { createHash } from 'node:crypto';
import { countText } from '@posthorn/contracts/integrations/text-count';
import { graphemeLength } from '@posthorn/contracts/shared/text';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { CommentConnector, KnownComment, OutgoingReply } from '../../contract/comments.ts';
import type { CallOutcome } from '../../contract/outcome.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import { amountOf, at, idIn, objectOf, textOf } from '../../kit/json.ts';
import { AccountCalls } from '../../kit/account-calls.ts';
import { published, refused, unknown } from '../../kit/outcomes.ts';
import { STATUS_BYTES, type MastodonClient } from '../client/client.ts';
import { countWith } from '../client/instance.ts';
import { REQUESTS } from '../budgets.ts';
import { MASTODON, MASTODON_LIMITS } from '../limits.ts';
import { OUTCOMES } from '../errors.ts';
import { lookUpStatus } from '../look-up.ts';
import { withSession } from '../tokens.ts';
import { STATUSES_PER_CALL } from '../publish/statuses.ts';
import { mastodonReading } from './reading.ts';

const CALL_MS = 30_000;
/** If the clock of a server is slow, our reply may seem this much older. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** Comments: replies to the account's own posts that its instance has received. A reply is a status that mentions the account. */
export function mastodonComments(client: MastodonClient, clock: Clock): CommentConnector {
  const reading = mastodonReading(client, clock);
  const calls = new AccountCalls(withSession, OUTCOMES, clock);
  return {
    ...reading,
    pace: { source: 'listing', fastest: 60, host: { ...REQUESTS, countsAtOnce: STATUSES_PER_CALL } },
    replyRule: 'after-negative-look-up',
    replyVisibilitySeconds: MASTODON.lookUp.visibilitySeconds,
    lateReplyIsHarmless: MASTODON.lookUp.isLateCallHarmless,

    can: () => ({ reply: 'send', whyNot: null, openUrl: null, hide: 'here', remove: false }),
    /** Also counts the mention and the content warning, which are sent with the reply. The limit is that of the account's own instance. */
    replyLength: (text, comment) => {
      const max = amountOf(comment.refs['textMax']) ?? MASTODON_LIMITS.text.max;
      const used = countText(withMention(text, comment), countWith(comment.refs['urlLength']));
      return { used: used + graphemeLength(textOf(comment.refs['spoiler']) ?? ''), max };
    },

    prepareReply: async (access, { replyId, text, comment }, refs, _save, signal) => {
      const prepared = preparedStatusIn(refs, replyId);
      if (prepared) return { kind: 'prepared', refs: { replyId, status: prepared } };
      const found = await reading.one(access, comment, signal);
      if (found.kind === 'gone') return refused('not-found', null, false);
      if (found.kind === 'refused' || found.kind === 'postponed') return found;
      const current = found.kind === 'there' ? found.comment : comment;
      const warning = textOf(current.refs['spoiler']);
      const status = {
        status: withMention(text, current),
        in_reply_to_id: comment.remoteId,
        // The reply is never more visible than the status to which it replies.
        visibility: textOf(current.refs['visibility']) ?? 'direct',
        // Repeats the content warning, as Mastodon's app does.
        ...(warning !== null && { spoiler_text: warning }),
      };
      return { kind: 'prepared', refs: { replyId, status } };
    },

    reply: async (access, reply, refs, signal) => {
      const json = preparedStatusIn(refs, reply.replyId);
      if (!json) return refused('not-prepared', null, true);
      return calls.call(access, async ({ server, token }): Promise<CallOutcome> => {
        const { body } = await client.send({
          server,
          token,
          method: 'POST',
          path: '/api/v1/statuses',
          json,
          headers: { 'idempotency-key': keyOf(reply) },
          request: { signal, timeoutMs: CALL_MS, newConnection: true, maxBytes: STATUS_BYTES },
        });
        const id = idIn(at(body, 'id'));
        if (id === null) return unknown('unreadable', 'The server answered and named no reply.');
        return published(id, textOf(at(body, 'url')));
      });
    },

    lookUpReply: async (access, { replyId, comment }, refs, attemptStartedAt) => {
      const text = textOf(preparedStatusIn(refs, replyId)?.['status']);
      if (text === null) return { kind: 'absent' };
      const earliest = new Date(Date.parse(attemptStartedAt) - CLOCK_DIFFERENCE_MS).toISOString();
      const expected = { text, mediaIds: [], attemptStartedAt: earliest, parentId: comment.remoteId };
      return calls.lookUp(access, (session) =>
        lookUpStatus(client, session, access, expected, () => clock.now()),
      );
    },
  };
}

/** Adds a mention of the comment's author: Mastodon notifies only accounts that the text mentions. */
function withMention(text: string, { author }: Pick<KnownComment, 'author'>): string {
  const name = `@${author.handle}`;
  const isNamed =
    text.toLowerCase().startsWith(name.toLowerCase()) && !/^[\w@.-]/u.test(text.slice(name.length));
  return isNamed ? text : `${name} ${text}`;
}

/**
 * The idempotency key, the same for each attempt. Clients choose the ids of replies and may use an id twice. For a repeated key,
 * an instance returns the first status. Without the comment's id in the key, a reply to a different comment would then count as
 * sent.
 */
const keyOf = ({ replyId, comment }: OutgoingReply): string =>
  createHash('sha256').update(`${replyId} ${comment.remoteId}`).digest('hex');

/** The prepared status; null if `refs` belong to another reply, or are empty. */
const preparedStatusIn = (refs: PublishRefs | null, replyId: string): JsonObject | null =>
  refs?.['replyId'] === replyId ? objectOf(refs['status']) : null;
