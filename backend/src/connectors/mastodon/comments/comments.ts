import { createHash } from 'node:crypto';
import { textFit } from '@posthorn/contracts/integrations/text-count';
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
import { MASTODON, MASTODON_LIMITS } from '../limits.ts';
import { OUTCOMES } from '../errors.ts';
import { lookUpStatus } from '../look-up.ts';
import { withSession } from '../tokens.ts';
import { STATUSES_PER_CALL } from '../publish/statuses.ts';
import { mastodonReading } from './reading.ts';

const CALL_MS = 30_000;
/** A server whose clock is behind may date our reply this much earlier. */
const EARLIER_MS = 5 * 60_000;

/** Replies to the account's own posts that its instance has received. A reply is a status that mentions its reader. */
export function mastodonComments(client: MastodonClient, clock: Clock): CommentConnector {
  const reading = mastodonReading(client, clock);
  const calls = new AccountCalls(withSession, OUTCOMES, clock);
  return {
    ...reading,
    /**
     * The documents name no limit for a whole instance: 300 requests in five minutes are for one token (docs.joinmastodon.org/api/rate-limits),
     * 1,500 for a user with several (`config/initializers/rack_attack.rb`). So Posthorn sends an instance no more than one such user may.
     */
    pace: {
      source: 'listing',
      fastest: 60,
      host: { calls: 1_500, perSeconds: 300, countsAtOnce: STATUSES_PER_CALL },
    },
    replyRule: 'after-negative-look-up',
    replyVisibilitySeconds: MASTODON.lookUp.visibilitySeconds,
    lateReplyIsHarmless: MASTODON.lookUp.isHarmlessWhenLate,

    can: () => ({ reply: 'send', whyNot: null, openUrl: null, hide: 'here', remove: false }),
    /** Counts the mention and the warning that are sent with it, towards the limit of the account's own instance. */
    replyLength: (text, comment) => {
      const max = amountOf(comment.refs['textMax']) ?? MASTODON_LIMITS.text.max;
      const { used } = textFit(withName(text, comment), {
        ...MASTODON_LIMITS,
        text: { ...MASTODON_LIMITS.text, max },
      });
      return { used: used + graphemeLength(textOf(comment.refs['spoiler']) ?? ''), max };
    },

    prepareReply: async (access, { replyId, text, comment }, refs, _save, signal) => {
      const frozen = frozenIn(refs, replyId);
      if (frozen) return { kind: 'prepared', refs: { replyId, status: frozen } };
      const found = await reading.one(access, comment, signal);
      if (found.kind === 'gone') return refused('not-found', null, false);
      if (found.kind === 'refused' || found.kind === 'postponed') return found;
      const now = found.kind === 'there' ? found.comment : comment;
      const warning = textOf(now.refs['spoiler']);
      const status = {
        status: withName(text, now),
        in_reply_to_id: comment.remoteId,
        // Never more visible than the status that it replies to.
        visibility: textOf(now.refs['visibility']) ?? 'direct',
        // Keeps a content warning, as the app does.
        ...(warning !== null && { spoiler_text: warning }),
      };
      return { kind: 'prepared', refs: { replyId, status } };
    },

    reply: async (access, reply, refs, signal) => {
      const json = frozenIn(refs, reply.replyId);
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

    lookUpReply: async (access, { replyId, comment }, refs, armedAt) => {
      const text = textOf(frozenIn(refs, replyId)?.['status']);
      if (text === null) return { kind: 'absent' };
      const earliest = new Date(Date.parse(armedAt) - EARLIER_MS).toISOString();
      const wanted = { text, mediaIds: [], armedAt: earliest, parentId: comment.remoteId };
      return calls.lookUp(access, (session) =>
        lookUpStatus(client, session, access, wanted, () => clock.now()),
      );
    },
  };
}

/** Mastodon notifies only accounts that the text mentions. */
function withName(text: string, { author }: Pick<KnownComment, 'author'>): string {
  const name = `@${author.handle}`;
  const isNamed =
    text.toLowerCase().startsWith(name.toLowerCase()) && !/^[\w@.-]/u.test(text.slice(name.length));
  return isNamed ? text : `${name} ${text}`;
}

/**
 * The same for each attempt. Clients choose the ids of replies and may use one twice. An instance answers with the first status of a key. Without
 * the comment's id in the key, a reply to another comment would count as sent.
 */
const keyOf = ({ replyId, comment }: OutgoingReply): string =>
  createHash('sha256').update(`${replyId} ${comment.remoteId}`).digest('hex');

/** Null: the references belong to another reply, or are empty. */
const frozenIn = (refs: PublishRefs | null, replyId: string): JsonObject | null =>
  refs?.['replyId'] === replyId ? objectOf(refs['status']) : null;
