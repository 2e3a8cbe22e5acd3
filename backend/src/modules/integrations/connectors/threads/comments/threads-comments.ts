import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import { countText } from '@posthorn/contracts/integrations/text-count';
import { WARNING_TEXT } from '@posthorn/contracts/scheduling/target-problems';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess, SaveRefs } from '../../contract/account-access.ts';
import type {
  CommentAbilities,
  CommentConnector,
  CommentOutcome,
  KnownComment,
  ModerationOutcome,
  OutgoingReply,
  ReadingPace,
  ThreadOutcome,
  WatchedPost,
} from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '../../contract/outcome.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import { commentOutcomes } from '../../meta/comments/comment-outcomes.ts';
import { mayHave } from '../../oauth/oauth-credentials.ts';
import type { TokenRenewal } from '../../oauth/with-token.ts';
import { lookUpFailed, postponed, published, refused, unknown, withNewRefs } from '../../outcomes.ts';
import { firstClaimed } from '../../own-post-search.ts';
import type { Pause } from '../../retry-with-backoff.ts';
import { ThreadsError, type ThreadsClient } from '../client.ts';
import { ContainerDraft } from '../container-draft.ts';
import type { ThreadsContainers } from '../containers.ts';
import { THREADS } from '../descriptor.ts';
import { callOutcome, missesObject, saysSpam, stepOutcome } from '../errors.ts';
import { notThere } from '../not-there.ts';
import { publishContainer } from '../publish-container.ts';
import { isQuotaUsedUp } from '../quota.ts';
import { refsOf } from '../refs.ts';
import { withSession } from '../session.ts';
import { conversation, oneReply, ownReplies, postState, replyState, type Reader } from './replies.ts';

const READING_SCOPE = 'threads_read_replies';
const CALL_MS = 30_000;
/** The quota is that of a moving day, and nobody tells when its oldest reply leaves it. */
const QUOTA_WAIT_MS = 3_600_000;
const { readingOutcome, replyOutcome, moderationOutcome } = commentOutcomes({
  told: ThreadsError,
  step: stepOutcome,
  call: callOutcome,
});
const ONLY_TOP = 'Threads hides replies to the post itself only, with all that is below them.';

type Parts = Readonly<{ clock: Clock; pause: Pause; renewal: (access: AccountAccess) => TokenRenewal }>;

/** Replies on Threads: each is a post of its own, below another. */
export class ThreadsComments implements CommentConnector {
  /** No list says how many replies a post has. */
  readonly pace: ReadingPace = { source: 'threads', fastest: 300 };
  /** By the same container only. */
  readonly replyRule = 'after-negative-look-up';
  readonly replyVisibilitySeconds = 60;
  // That a container is published once is expected, not documented.
  readonly lateReplyIsHarmless = false;

  constructor(
    private readonly client: ThreadsClient,
    private readonly containers: ThreadsContainers,
    private readonly parts: Parts,
  ) {}

  unreadable(credentials: JsonObject): string | null {
    return mayHave(credentials, READING_SCOPE) ? null : COMMENT_READING_TEXT.reconnect;
  }

  async thread(
    access: AccountAccess,
    { remoteId }: WatchedPost,
    after: string | null,
    signal: AbortSignal,
  ): Promise<ThreadOutcome> {
    try {
      return await this.#read(access, signal, async (reader): Promise<ThreadOutcome> => {
        try {
          return { kind: 'read', ...(await conversation(reader, remoteId, after)) };
        } catch (error) {
          if (!missesObject(error)) throw error;
          const isGone = (await postState(reader, remoteId)) === 'gone';
          return isGone ? { kind: 'post-gone' } : refused('not-found', error.words, false);
        }
      });
    } catch (error) {
      return readingOutcome(error, this.#now());
    }
  }

  async one(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<CommentOutcome> {
    try {
      return await this.#read(access, signal, async (reader): Promise<CommentOutcome> => {
        try {
          const found = await oneReply(reader, comment);
          return found ? { kind: 'there', comment: found } : { kind: 'cannot-tell' };
        } catch (error) {
          if (!missesObject(error)) throw error;
          return { kind: (await replyState(reader, comment)) === 'gone' ? 'gone' : 'cannot-tell' };
        }
      });
    } catch (error) {
      return readingOutcome(error, this.#now());
    }
  }

  can({ parentRemoteId }: KnownComment): CommentAbilities {
    const hide = parentRemoteId === null ? 'platform' : 'here';
    return { reply: 'send', whyNot: null, openUrl: null, hide, remove: false };
  }

  replyLength(text: string): Readonly<{ used: number; max: number }> {
    const { count, max } = THREADS.limits.text;
    return { used: countText(text, count), max };
  }

  async prepareReply(
    access: AccountAccess,
    reply: OutgoingReply,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const found = await this.one(access, reply.comment, signal);
    if (found.kind === 'refused' || found.kind === 'postponed') return found;
    if (found.kind === 'gone') return refused('not-found', null, false);
    const { clock, pause, renewal } = this.parts;
    const publication = { contentHash: hashOf(reply), text: reply.text, media: [] };
    const drafting = { access, publication, replyTo: reply.comment.remoteId, save, signal };
    const draft = new ContainerDraft(this.containers, drafting, clock);
    try {
      return await withSession(renewal(access), async (session): Promise<PrepareOutcome> => {
        if (await isQuotaUsedUp(this.client, session, pause, 'replies')) {
          const until = new Date(this.#now().getTime() + QUOTA_WAIT_MS);
          return postponed('quota', WARNING_TEXT.quotaUsedUp(THREADS.name), until);
        }
        return draft.finish(session, refsOf(refs, publication.contentHash));
      });
    } catch (error) {
      return readingOutcome(error, this.#now());
    }
  }

  async reply(
    access: AccountAccess,
    reply: OutgoingReply,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const own = refsOf(refs, hashOf(reply));
    if (own?.container == null) return refused('not-prepared', null, true);
    // An earlier attempt made a reply of it after all; the look-up finds which.
    if (own.isPublished) return unknown('server-error', null);
    const { container } = own;
    try {
      return await withSession(this.parts.renewal(access), (session) =>
        publishContainer(this.client, session, container, signal),
      );
    } catch (error) {
      const outcome = replyOutcome(error, this.#now());
      if (missesObject(error)) return withNewRefs(outcome, { ...own, lost: true });
      return saysSpam(error) ? withNewRefs(outcome, { ...own, stopped: { words: error.words } }) : outcome;
    }
  }

  async lookUpReply(
    access: AccountAccess,
    reply: OutgoingReply,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    // The container is stored before the first call: without one there was none.
    const own = refsOf(refs, hashOf(reply));
    if (own?.container == null) return { kind: 'absent' };
    const { container, containedAt, stopped } = own;
    try {
      return await withSession(this.parts.renewal(access), async (session): Promise<LookUpOutcome> => {
        const { status, words } = await this.containers.stateOf(session, container);
        const isThere = status === 'PUBLISHED';
        // A container that is a reply may have become one by an attempt before this one.
        const since = isThere ? (containedAt ?? armedAt) : armedAt;
        const wanted = { to: reply.comment.remoteId, text: reply.text, since, isThere };
        const search = await ownReplies({ client: this.client, session }, wanted);
        const post = await firstClaimed(access, search, ({ id }) => id);
        if (post) return published(post.id, post.permalink);
        if (isThere) return { kind: 'pending' };
        return status === 'ERROR'
          ? refused('rejected', words, false)
          : notThere(stopped, armedAt, this.#now());
      });
    } catch (error) {
      return lookUpFailed(stepOutcome(error, this.#now()));
    }
  }

  async hide(
    access: AccountAccess,
    comment: KnownComment,
    hidden: boolean,
    signal: AbortSignal,
  ): Promise<ModerationOutcome> {
    if (comment.parentRemoteId !== null) return refused('not-allowed', ONLY_TOP, false);
    try {
      return await this.#read(access, signal, async (reader): Promise<ModerationOutcome> => {
        try {
          const { token } = reader.session;
          const { success } = await this.client.send({
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
            ? refused('not-allowed', error.words, false)
            : unknown('server-error', error.words);
        }
      });
    } catch (error) {
      return moderationOutcome(error, this.#now());
    }
  }

  #read<Result>(
    access: AccountAccess,
    signal: AbortSignal,
    work: (reader: Reader) => Promise<Result>,
  ): Promise<Result> {
    return withSession(this.parts.renewal(access), (session) =>
      work({ client: this.client, session, signal }),
    );
  }

  #now(): Date {
    return this.parts.clock.now();
  }
}

/** What a container is of: references of another reply are none of this one's. */
const hashOf = ({ replyId }: OutgoingReply): string => `reply ${replyId}`;
