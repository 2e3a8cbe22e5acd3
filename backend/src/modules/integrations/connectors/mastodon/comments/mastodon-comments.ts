import { textFit } from '@posthorn/contracts/integrations/text-count';
import { graphemeLength } from '@posthorn/contracts/shared/text';
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
import { amountOf, textOf } from '../../json.ts';
import type { MastodonClient } from '../client.ts';
import { MASTODON, MASTODON_LIMITS } from '../descriptor.ts';
import { COUNTED_AT_ONCE } from '../statuses.ts';
import { MastodonReading } from './reading.ts';
import { MastodonReplying, withName } from './replying.ts';

/** Replies under the account's own posts, as far as they have come to its instance. */
export class MastodonComments implements CommentConnector {
  /**
   * No limit of a whole instance is documented: 300 in five minutes are for one token (docs.joinmastodon.org/api/rate-limits), 1,500 for
   * one user with several (`config/initializers/rack_attack.rb`). An instance is asked no more often than such a user may.
   */
  readonly pace: ReadingPace = {
    source: 'listing',
    fastest: 60,
    host: { calls: 1_500, perSeconds: 300, countsAtOnce: COUNTED_AT_ONCE },
  };
  readonly replyRule = 'after-negative-look-up';
  readonly replyVisibilitySeconds = MASTODON.lookUp.visibilitySeconds;
  readonly lateReplyIsHarmless = MASTODON.lookUp.isHarmlessWhenLate;
  readonly #reading: MastodonReading;
  readonly #replying: MastodonReplying;

  constructor(client: MastodonClient, clock: Clock) {
    this.#reading = new MastodonReading(client, clock);
    this.#replying = new MastodonReplying(client, clock, this.#reading);
  }

  news(
    access: AccountAccess,
    asked: Readonly<{ cursor: ReadCursor | null; posts: readonly WatchedPost[]; since: string }>,
    signal: AbortSignal,
  ) {
    return this.#reading.news(access, asked, signal);
  }

  thread(access: AccountAccess, post: WatchedPost, _after: string | null, signal: AbortSignal) {
    return this.#reading.thread(access, post, signal);
  }

  one(access: AccountAccess, comment: KnownComment, signal: AbortSignal) {
    return this.#reading.one(access, comment, signal);
  }

  can(): CommentAbilities {
    return { reply: 'send', whyNot: null, openUrl: null, hide: 'here', remove: false };
  }

  /** With the name and the warning that go out with it, against what the account's own instance takes. */
  replyLength(text: string, comment: KnownComment): Readonly<{ used: number; max: number }> {
    const max = amountOf(comment.refs['textMax']) ?? MASTODON_LIMITS.text.max;
    const { used } = textFit(withName(text, comment), {
      ...MASTODON_LIMITS,
      text: { ...MASTODON_LIMITS.text, max },
    });
    return { used: used + graphemeLength(textOf(comment.refs['spoiler']) ?? ''), max };
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

  lookUpReply(access: AccountAccess, reply: OutgoingReply, refs: PublishRefs, armedAt: string) {
    return this.#replying.lookUp(access, reply, refs, armedAt);
  }
}
