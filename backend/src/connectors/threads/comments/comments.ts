import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import { countText } from '@posthorn/contracts/integrations/text-count';
import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type {
  CommentConnector,
  CommentOutcome,
  KnownComment,
  ModerationOutcome,
  OutgoingReply,
  ThreadOutcome,
} from '../../contract/comments.ts';
import type { LookUpOutcome, PrepareOutcome } from '../../contract/outcome.ts';
import { AccountCalls } from '../../kit/account-calls.ts';
import type { AsAccount } from '../../kit/as-account.ts';
import { replyOutcomes } from '../../meta/comments/comment-outcomes.ts';
import { mayHave } from '../../kit/oauth/oauth-credentials.ts';
import { postponed, published, refused, unknown, withNewRefs } from '../../kit/outcomes.ts';
import { firstClaimed } from '../../kit/own-post-search.ts';
import type { Pause } from '../../kit/retry-with-backoff.ts';
import { ThreadsError, type ThreadsClient } from '../client.ts';
import { ThreadsPreparation } from '../publish/preparation.ts';
import type { ThreadsContainers } from '../publish/containers.ts';
import { THREADS } from '../limits.ts';
import { missesObject, OUTCOMES, PERMITTED, saysSpam } from '../errors.ts';
import { outcomeOfUnpublished, publishContainer } from '../publish/publish-container.ts';
import { isQuotaUsedUp } from '../publish/quota.ts';
import { refsOf } from '../publish/refs.ts';
import type { ThreadsSession } from '../tokens.ts';
import { conversation, readReply, ownReplies, postState, replyState } from './replies.ts';

const READING_SCOPE = 'threads_read_replies';
const CALL_MS = 30_000;
/** The quota counts the replies of the last 24 hours. The platform does not say when it accepts the next reply. */
const QUOTA_WAIT_MS = 3_600_000;
const REPLIES = replyOutcomes(ThreadsError, PERMITTED);

type CommentServices = Readonly<{
  client: ThreadsClient;
  containers: ThreadsContainers;
  as: AsAccount<ThreadsSession>;
  clock: Clock;
  pause: Pause;
}>;

/** Comments on Threads: each reply is a post under another post. */
export function threadsComments({ client, containers, as, clock, pause }: CommentServices): CommentConnector {
  const calls = new AccountCalls(as, PERMITTED, clock);
  const lookUps = new AccountCalls(as, OUTCOMES, clock);

  const readComment = (access: AccountAccess, comment: KnownComment, signal: AbortSignal) =>
    calls.step(access, async (session): Promise<CommentOutcome> => {
      const reader = { client, session, signal };
      try {
        const found = await readReply(reader, comment);
        return found ? { kind: 'there', comment: found } : { kind: 'cannot-tell' };
      } catch (error) {
        if (!missesObject(error)) throw error;
        return { kind: (await replyState(reader, comment)) === 'gone' ? 'gone' : 'cannot-tell' };
      }
    });

  return {
    /** No list shows how many replies a post has. */
    pace: { source: 'threads', fastest: 300 },
    /** Repeats use the same container. */
    replyRule: 'after-negative-look-up',
    replyVisibilitySeconds: 60,
    // Threads probably publishes a container only once, but does not document this.
    lateReplyIsHarmless: false,

    unreadable: (credentials) =>
      mayHave(credentials, READING_SCOPE) ? null : COMMENT_READING_TEXT.reconnect,

    thread: (access, { remoteId }, after, signal) =>
      calls.step(access, async (session): Promise<ThreadOutcome> => {
        const reader = { client, session, signal };
        try {
          return { kind: 'read', ...(await conversation(reader, remoteId, after)) };
        } catch (error) {
          if (!missesObject(error)) throw error;
          const isGone = (await postState(reader, remoteId)) === 'gone';
          return isGone ? { kind: 'post-gone' } : refused('not-found', error.platformMessage, false);
        }
      }),
    one: readComment,

    can: ({ parentRemoteId }) => {
      const hide = parentRemoteId === null ? 'platform' : 'here';
      return { reply: 'send', whyNot: null, openUrl: null, hide, remove: false };
    },
    replyLength: (text) => {
      const { count, max } = THREADS.limits.text;
      return { used: countText(text, count), max };
    },

    prepareReply: async (access, reply, refs, save, signal) => {
      const found = await readComment(access, reply.comment, signal);
      if (found.kind === 'refused' || found.kind === 'postponed') return found;
      if (found.kind === 'gone') return refused('not-found', null, false);
      const publication = { contentHash: hashOf(reply), text: reply.text, media: [] };
      const task = { access, publication, replyTo: reply.comment.remoteId, save, signal };
      const preparation = new ThreadsPreparation(containers, task, clock);
      return calls.step(access, async (session): Promise<PrepareOutcome> => {
        if (await isQuotaUsedUp(client, session, pause, 'replies')) {
          const until = new Date(clock.now().getTime() + QUOTA_WAIT_MS);
          return postponed('daily-limit', null, until);
        }
        return preparation.finish(session, refsOf(refs, publication.contentHash));
      });
    },

    reply: async (access, reply, refs, signal) => {
      const own = refsOf(refs, hashOf(reply));
      if (own?.container == null) return refused('not-prepared', null, true);
      // An earlier attempt published this container. The look-up finds the reply.
      if (own.isPublished) return unknown('server-error', null);
      const { container } = own;
      try {
        return await as(access, (session) => publishContainer(client, session, container, signal));
      } catch (error) {
        const outcome = REPLIES.callOutcome(error, clock.now());
        if (missesObject(error)) return withNewRefs(outcome, { ...own, lost: true });
        return saysSpam(error)
          ? withNewRefs(outcome, { ...own, stopped: { words: error.platformMessage } })
          : outcome;
      }
    },

    lookUpReply: async (access, reply, refs, attemptStartedAt) => {
      // The container is stored before the first call. So without a container, there was no call.
      const own = refsOf(refs, hashOf(reply));
      if (own?.container == null) return { kind: 'absent' };
      const { container, containedAt, stopped } = own;
      return lookUps.lookUp(access, async (session): Promise<LookUpOutcome> => {
        const { status, words } = await containers.stateOf(session, container);
        const isPublished = status === 'PUBLISHED';
        // An earlier attempt may have published this container.
        const since = isPublished ? (containedAt ?? attemptStartedAt) : attemptStartedAt;
        const expected = { to: reply.comment.remoteId, text: reply.text, since, isPublished };
        const search = await ownReplies({ client, session }, expected);
        const post = await firstClaimed(access, search, ({ id }) => id);
        if (post) return published(post.id, post.permalink);
        if (isPublished) return { kind: 'pending' };
        return status === 'ERROR'
          ? refused('rejected', words, false)
          : outcomeOfUnpublished(stopped, attemptStartedAt, clock.now());
      });
    },

    hide: async (access, comment, hidden, signal) => {
      if (comment.parentRemoteId !== null) return refused('only-top-replies', null, false);
      return calls.call(access, async (session): Promise<ModerationOutcome> => {
        const reader = { client, session, signal };
        try {
          const { token } = session;
          const { success } = await client.send({
            method: 'POST',
            path: `/${encodeURIComponent(comment.remoteId)}/manage_reply`,
            fields: { hide: String(hidden), access_token: token },
            request: { signal, timeoutMs: CALL_MS },
          });
          return success === false ? refused('rejected', null, false) : { kind: 'done' };
        } catch (error) {
          if (!missesObject(error)) throw error;
          const state = await replyState(reader, comment);
          if (state === 'gone') return { kind: 'done' };
          return state === 'there'
            ? refused('not-allowed', error.platformMessage, false)
            : unknown('server-error', error.platformMessage);
        }
      });
    },
  };
}

/** Identifies the reply in the references, in place of a content hash. So references of another reply do not match. */
const hashOf = ({ replyId }: OutgoingReply): string => `reply ${replyId}`;
