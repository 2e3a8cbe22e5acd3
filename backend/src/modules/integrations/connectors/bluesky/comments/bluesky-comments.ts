import { byteLength, graphemeLength } from '@posthorn/contracts/shared/text';
import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess, SaveRefs } from '../../contract/account-access.ts';
import type {
  CommentAbilities,
  CommentConnector,
  KnownComment,
  OutgoingReply,
  ReadCursor,
  ReadingPace,
  WatchedPost,
} from '../../contract/comments.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import { REQUESTS } from '../budgets.ts';
import { BLUESKY, BLUESKY_LIMITS } from '../descriptor.ts';
import type { BlueskyIdentity } from '../identity.ts';
import type { OwnPosts } from '../own-posts.ts';
import { COUNTED_AT_ONCE } from '../posts.ts';
import type { BlueskySessions } from '../session.ts';
import type { Xrpc } from '../xrpc.ts';
import { BlueskyHiding } from './hiding.ts';
import { BlueskyReading } from './reading.ts';
import { BlueskyReplying } from './replying.ts';

/** Replies under the account's own posts. */
export class BlueskyComments implements CommentConnector {
  readonly pace: ReadingPace = {
    source: 'listing',
    fastest: 60,
    host: { ...REQUESTS, countsAtOnce: COUNTED_AT_ONCE },
  };
  /** By a record key of our own. */
  readonly replyRule = 'always';
  readonly replyVisibilitySeconds = BLUESKY.lookUp.visibilitySeconds;
  readonly lateReplyIsHarmless = true;
  readonly #reading: BlueskyReading;
  readonly #replying: BlueskyReplying;
  readonly #hiding: BlueskyHiding;

  constructor(
    xrpc: Xrpc,
    sessions: BlueskySessions,
    clock: Clock,
    identity: BlueskyIdentity,
    posts: OwnPosts,
  ) {
    this.#reading = new BlueskyReading(xrpc, sessions, clock, posts);
    this.#replying = new BlueskyReplying(clock, identity, posts, this.#reading);
    this.#hiding = new BlueskyHiding(xrpc, sessions, clock);
  }

  news(
    access: AccountAccess,
    asked: Readonly<{ cursor: ReadCursor | null; posts: readonly WatchedPost[]; since: string }>,
    signal: AbortSignal,
  ) {
    return this.#reading.news(access, asked, signal);
  }

  thread(access: AccountAccess, post: WatchedPost, after: string | null, signal: AbortSignal) {
    return this.#reading.thread(access, post, after, signal);
  }

  one(access: AccountAccess, comment: KnownComment, signal: AbortSignal) {
    return this.#reading.one(access, comment, signal);
  }

  /** Only comments under own posts are read, and nobody but its author deletes a record. */
  can(): CommentAbilities {
    return { reply: 'send', whyNot: null, openUrl: null, hide: 'platform', remove: false };
  }

  /** Letters as people see them; where few letters have many bytes, the bytes. */
  replyLength(text: string): Readonly<{ used: number; max: number }> {
    const { max, maxBytes } = BLUESKY_LIMITS.text;
    const bytes = byteLength(text);
    if (maxBytes !== undefined && bytes > maxBytes) return { used: bytes, max: maxBytes };
    return { used: graphemeLength(text), max };
  }

  prepareReply(
    access: AccountAccess,
    reply: OutgoingReply,
    refs: PublishRefs | null,
    _save: SaveRefs,
    signal: AbortSignal,
  ) {
    return this.#replying.prepare(access, reply, refs, signal);
  }

  reply(access: AccountAccess, reply: OutgoingReply, refs: PublishRefs, signal: AbortSignal) {
    return this.#replying.call(access, reply, refs, signal);
  }

  lookUpReply(access: AccountAccess, reply: OutgoingReply, refs: PublishRefs) {
    return this.#replying.lookUp(access, reply, refs);
  }

  hide(access: AccountAccess, comment: KnownComment, hidden: boolean, signal: AbortSignal) {
    return this.#hiding.hide(access, comment, hidden, signal);
  }
}
