import type { AccountAccess } from '../../contract/account-access.ts';
import type { OutgoingReply } from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '../../contract/outcome.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import { at, idIn } from '../../json.ts';
import { lookUpFailed, published, refused, unknown } from '../../outcomes.ts';
import { firstClaimed } from '../../own-post-search.ts';
import { TwitterError } from '../client.ts';
import { callOutcome, stepOutcome } from '../errors.ts';
import { ownPosts } from '../own-posts.ts';
import { permalinkOf } from '../permalink.ts';
import type { Account } from './reading.ts';

const CALL_MS = 30_000;

/** A reply is a post that names what it answers. Nothing is asked before: reading costs money, and X refuses by itself. */
export class TwitterReplying {
  constructor(private readonly account: Account) {}

  prepare({ replyId }: OutgoingReply): Promise<PrepareOutcome> {
    return Promise.resolve({ kind: 'prepared', refs: { replyId } });
  }

  async call(
    access: AccountAccess,
    { replyId, text, comment }: OutgoingReply,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    if (refs['replyId'] !== replyId) return refused('not-prepared', null, true);
    const { client, place, as, now } = this.account;
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
        return published(id, permalinkOf(place, username, id));
      });
    } catch (error) {
      const outcome = callOutcome(error, now());
      const isForbidden = error instanceof TwitterError && error.status === 403 && outcome.kind === 'refused';
      if (!isForbidden || outcome.reason !== 'rejected') return outcome;
      // The two 403 that are about the comment: it is gone, or its author has not named the account.
      const isGone = /deleted or not visible/iu.test(error.words ?? '');
      return refused(isGone ? 'not-found' : 'not-allowed', error.words, false);
    }
  }

  async lookUp(
    access: AccountAccess,
    { replyId, text, comment }: OutgoingReply,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    if (refs['replyId'] !== replyId) return { kind: 'absent' };
    const { client, place, as, now } = this.account;
    const wanted = { text, fileIds: [], files: 0, armedAt, parentId: comment.remoteId };
    try {
      return await as(access, async (session): Promise<LookUpOutcome> => {
        const id = await firstClaimed(access, await ownPosts(client, session, wanted), (own) => own);
        if (id === null) return { kind: 'absent' };
        return published(id, permalinkOf(place, session.username, id));
      });
    } catch (error) {
      return lookUpFailed(stepOutcome(error, now()));
    }
  }
}
