import { createHash } from 'node:crypto';
import type { Clock } from '#infrastructure/clock.ts';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AccountAccess } from '../../contract/account-access.ts';
import type { KnownComment, OutgoingReply } from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '../../contract/outcome.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import { at, idIn, objectOf, textOf } from '../../json.ts';
import { lookUpFailed, published, refused, unknown } from '../../outcomes.ts';
import { STATUS_BYTES, type MastodonClient } from '../client.ts';
import { callOutcome, stepOutcome } from '../errors.ts';
import { lookUpStatus } from '../own-statuses.ts';
import { withSession } from '../session.ts';
import type { MastodonReading } from './reading.ts';

const CALL_MS = 30_000;
/** As early as an answer of ours may be dated by a server whose clock is behind. */
const EARLIER_MS = 5 * 60_000;

/** A reply is a status that names its reader. */
export class MastodonReplying {
  constructor(
    private readonly client: MastodonClient,
    private readonly clock: Clock,
    private readonly reading: MastodonReading,
  ) {}

  async prepare(
    access: AccountAccess,
    { replyId, text, comment }: OutgoingReply,
    refs: PublishRefs | null,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const frozen = frozenIn(refs, replyId);
    if (frozen) return { kind: 'prepared', refs: { replyId, status: frozen } };
    const found = await this.reading.one(access, comment, signal);
    if (found.kind === 'gone') return refused('not-found', null, false);
    if (found.kind === 'refused' || found.kind === 'postponed') return found;
    const now = found.kind === 'there' ? found.comment : comment;
    const warning = textOf(now.refs['spoiler']);
    const status = {
      status: withName(text, now),
      in_reply_to_id: comment.remoteId,
      // Never wider than what it answers.
      visibility: textOf(now.refs['visibility']) ?? 'direct',
      // As the app does: what was folded away stays so.
      ...(warning !== null && { spoiler_text: warning }),
    };
    return { kind: 'prepared', refs: { replyId, status } };
  }

  async call(
    access: AccountAccess,
    reply: OutgoingReply,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const json = frozenIn(refs, reply.replyId);
    if (!json) return refused('not-prepared', null, true);
    try {
      return await withSession(access, async ({ server, token }): Promise<CallOutcome> => {
        const { body } = await this.client.send({
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
    } catch (error) {
      return callOutcome(error, this.clock.now());
    }
  }

  async lookUp(
    access: AccountAccess,
    { replyId, comment }: OutgoingReply,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    const text = textOf(frozenIn(refs, replyId)?.['status']);
    if (text === null) return { kind: 'absent' };
    const earliest = new Date(Date.parse(armedAt) - EARLIER_MS).toISOString();
    const wanted = { text, mediaIds: [], armedAt: earliest, parentId: comment.remoteId };
    try {
      return await withSession(access, (session) =>
        lookUpStatus(this.client, session, access, wanted, () => this.clock.now()),
      );
    } catch (error) {
      return lookUpFailed(stepOutcome(error, this.clock.now()));
    }
  }
}

/** Whoever is not named is not told of it. */
export function withName(text: string, { author }: Pick<KnownComment, 'author'>): string {
  const name = `@${author.handle}`;
  const isNamed =
    text.toLowerCase().startsWith(name.toLowerCase()) && !/^[\w@.-]/u.test(text.slice(name.length));
  return isNamed ? text : `${name} ${text}`;
}

/**
 * The same for every attempt. Clients name replies and may name two alike: an instance answers with the first status of a key, so that the
 * reply to another comment would count as sent.
 */
const keyOf = ({ replyId, comment }: OutgoingReply): string =>
  createHash('sha256').update(`${replyId} ${comment.remoteId}`).digest('hex');

/** Null: of another reply, or of nothing yet. */
const frozenIn = (refs: PublishRefs | null, replyId: string): JsonObject | null =>
  refs?.['replyId'] === replyId ? objectOf(refs['status']) : null;
