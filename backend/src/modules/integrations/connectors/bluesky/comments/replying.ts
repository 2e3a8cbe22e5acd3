import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type { OutgoingReply } from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '../../contract/outcome.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import { objectOf, textOf } from '../../json.ts';
import { lookUpFailed, refused } from '../../outcomes.ts';
import { callOutcome, stepOutcome } from '../errors.ts';
import { facetsOf } from '../facets.ts';
import type { BlueskyIdentity } from '../identity.ts';
import type { OwnPosts } from '../own-posts.ts';
import { postRecord } from '../record.ts';
import { newTid } from '../tid.ts';
import type { BlueskyReading } from './reading.ts';
import { refIn } from './remote-comment.ts';

/** A reply is a post that names what it answers; its key and record are frozen before the first try. */
export class BlueskyReplying {
  constructor(
    private readonly clock: Clock,
    private readonly identity: BlueskyIdentity,
    private readonly posts: OwnPosts,
    private readonly reading: BlueskyReading,
  ) {}

  async prepare(
    access: AccountAccess,
    { replyId, text, comment }: OutgoingReply,
    refs: PublishRefs | null,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const frozen = frozenIn(refs, replyId);
    if (frozen) return { kind: 'prepared', refs: { replyId, ...frozen } };
    // Nobody would see an answer to what is gone, and the server takes it all the same.
    const found = await this.reading.one(access, comment, signal);
    if (found.kind === 'gone') return refused('not-found', null, false);
    if (found.kind === 'refused' || found.kind === 'postponed') return found;
    const known = found.kind === 'there' ? found.comment.refs : comment.refs;
    const root = refIn(known['root']);
    const parent = refIn({ uri: comment.remoteId, cid: known['cid'] ?? null });
    if (!root || !parent) return refused('not-found', null, false);
    try {
      const now = this.clock.now();
      const facets = await facetsOf(text, (handle) => this.identity.didOf(handle).catch(() => null));
      const record = { ...postRecord(text, now, facets, null, null), reply: { root, parent } };
      return { kind: 'prepared', refs: { replyId, rkey: newTid(now), record } };
    } catch (error) {
      return stepOutcome(error, this.clock.now());
    }
  }

  async call(
    access: AccountAccess,
    { replyId }: OutgoingReply,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const frozen = frozenIn(refs, replyId);
    if (!frozen) return refused('not-prepared', null, true);
    try {
      return await this.posts.write(access, frozen, signal);
    } catch (error) {
      return callOutcome(error, this.clock.now());
    }
  }

  async lookUp(access: AccountAccess, { replyId }: OutgoingReply, refs: PublishRefs): Promise<LookUpOutcome> {
    const frozen = frozenIn(refs, replyId);
    // The key is stored before the first call: without one there was none.
    if (!frozen) return { kind: 'absent' };
    try {
      return (await this.posts.find(access, frozen.rkey)) ?? { kind: 'absent' };
    } catch (error) {
      return lookUpFailed(stepOutcome(error, this.clock.now()));
    }
  }
}

/** Null: of another reply, or of nothing yet. */
function frozenIn(
  refs: PublishRefs | null,
  replyId: string,
): Readonly<{ rkey: string; record: JsonObject }> | null {
  const rkey = textOf(refs?.['rkey']);
  const record = objectOf(refs?.['record']);
  return rkey !== null && record && refs?.['replyId'] === replyId ? { rkey, record } : null;
}
