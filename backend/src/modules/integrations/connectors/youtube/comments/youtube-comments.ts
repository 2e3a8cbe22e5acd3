import type { Clock } from '#infrastructure/clock.ts';
import { CommentCalls, type AsAccount } from '../../comments/comment-calls.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type {
  CommentAbilities,
  CommentConnector,
  CommentOutcome,
  KnownComment,
  ModerationOutcome,
  NewsOutcome,
  OutgoingReply,
  ReadCursor,
  ThreadOutcome,
  WatchedPost,
} from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '../../contract/outcome.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import type { YouTubeClient } from '../client.ts';
import { callOutcome, stepOutcome } from '../errors.ts';
import type { YouTubeConfiguration } from '../pages.ts';
import { isGone, type Reader } from './listing.ts';
import { readCounts, readOne, readThread } from './reading.ts';
import { YouTubeReplying } from './replying.ts';

/** What YouTube's own pages take; the interface documents no number. */
const LONGEST = 10_000;

/**
 * Comments under the channel's videos. Counts have a bucket of their own; lists cost a unit of the app's 10,000 a day, replies,
 * hiding and removing 50.
 */
export class YouTubeComments implements CommentConnector {
  /** The bucket of `videos:batchGetStats`. */
  readonly pace = { source: 'counts', fastest: 60, calls: { perDay: 10_000, scope: 'app' } } as const;
  readonly replyRule = 'after-negative-look-up';
  readonly replyVisibilitySeconds = 30;
  readonly lateReplyIsHarmless = false;
  readonly #calls: CommentCalls<string>;
  readonly #replying: YouTubeReplying;

  constructor(
    private readonly client: YouTubeClient,
    clock: Clock,
    private readonly configuration: YouTubeConfiguration,
    withToken: AsAccount<string>,
  ) {
    this.#calls = new CommentCalls(withToken, { step: stepOutcome, call: callOutcome, isGone }, clock);
    this.#replying = new YouTubeReplying(client, clock, configuration);
  }

  news(
    access: AccountAccess,
    { posts }: Readonly<{ cursor: ReadCursor | null; posts: readonly WatchedPost[]; since: string }>,
    signal: AbortSignal,
  ): Promise<NewsOutcome> {
    return this.#reading(access, signal, (reader) => readCounts(reader, posts));
  }

  thread(
    access: AccountAccess,
    { remoteId }: WatchedPost,
    after: string | null,
    signal: AbortSignal,
  ): Promise<ThreadOutcome> {
    return this.#reading(access, signal, (reader) => readThread(reader, this.configuration, remoteId, after));
  }

  one(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<CommentOutcome> {
    return this.#reading(access, signal, (reader) => readOne(reader, this.configuration, comment));
  }

  can(): CommentAbilities {
    return { reply: 'send', whyNot: null, openUrl: null, hide: 'platform', remove: true };
  }

  replyLength(text: string): Readonly<{ used: number; max: number }> {
    return { used: text.length, max: LONGEST };
  }

  /** Nothing comes before it: each call costs of the quota, and the answer tells of a comment that is gone. */
  prepareReply(_access: AccountAccess, { replyId }: OutgoingReply): Promise<PrepareOutcome> {
    return Promise.resolve({ kind: 'prepared', refs: { replyId } });
  }

  reply(
    access: AccountAccess,
    reply: OutgoingReply,
    _refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    return this.#calls.reply(access, (token) => this.#replying.send(token, reply, signal));
  }

  lookUpReply(
    access: AccountAccess,
    reply: OutgoingReply,
    _refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    return this.#calls.lookUp(access, (token) => this.#replying.find(access, token, reply, armedAt));
  }

  hide(
    access: AccountAccess,
    comment: KnownComment,
    hidden: boolean,
    signal: AbortSignal,
  ): Promise<ModerationOutcome> {
    return this.#moderate(access, comment, hidden ? 'heldForReview' : 'published', signal);
  }

  /** It cannot be taken back (developers.google.com/youtube/v3/docs/comments/setModerationStatus). */
  remove(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<ModerationOutcome> {
    return this.#moderate(access, comment, 'rejected', signal);
  }

  #moderate(
    access: AccountAccess,
    { remoteId: id }: KnownComment,
    moderationStatus: string,
    signal: AbortSignal,
  ): Promise<ModerationOutcome> {
    const path = '/youtube/v3/comments/setModerationStatus';
    const call = { method: 'POST', path, query: { id, moderationStatus }, request: { signal } } as const;
    return this.#calls.moderate(access, (token) => this.client.send({ token, ...call }));
  }

  #reading<Outcome>(access: AccountAccess, signal: AbortSignal, read: (reader: Reader) => Promise<Outcome>) {
    return this.#calls.read(access, (token) => read({ client: this.client, token, signal }));
  }
}
