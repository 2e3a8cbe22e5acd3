import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import { textFit } from '@posthorn/contracts/integrations/text-count';
import type { AccountAccess } from '../../contract/account-access.ts';
import type {
  CommentAbilities,
  CommentConnector,
  KnownComment,
  ModerationOutcome,
  OutgoingReply,
  ReadCursor,
  WatchedPost,
} from '../../contract/comments.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import { amountOf } from '../../json.ts';
import { oauthCredentials } from '../../oauth/oauth-credentials.ts';
import { refused } from '../../outcomes.ts';
import { TwitterError } from '../client.ts';
import { TWITTER } from '../descriptor.ts';
import { callOutcome } from '../errors.ts';
import { TwitterReading, type Account } from './reading.ts';
import { TwitterReplying } from './replying.ts';

const HIDE_SCOPE = 'tweet.moderate.write';
const CALL_MS = 20_000;

/** Answers in the account's own conversations. X charges for all that is read. */
export class TwitterComments implements CommentConnector {
  readonly pace = { source: 'listing', fastest: 60 } as const;
  readonly replyRule = 'after-negative-look-up';
  readonly replyVisibilitySeconds = TWITTER.lookUp.visibilitySeconds;
  readonly lateReplyIsHarmless = TWITTER.lookUp.isHarmlessWhenLate;
  readonly #reading: TwitterReading;
  readonly #replying: TwitterReplying;

  constructor(private readonly account: Account) {
    this.#reading = new TwitterReading(account);
    this.#replying = new TwitterReplying(account);
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

  /** docs.x.com `changelog` 2026-02-23 and 2026-04-16: answers through the interface go to authors who named the account. */
  can({ remoteId, refs }: KnownComment): CommentAbilities {
    const moderation = { hide: 'platform', remove: false } as const;
    if (refs['names'] === true) return { reply: 'send', whyNot: null, openUrl: null, ...moderation };
    const openUrl = `https://x.com/intent/post?${new URLSearchParams({ in_reply_to: remoteId }).toString()}`;
    return { reply: 'open', whyNot: COMMENT_READING_TEXT.onlyWhenNamed, openUrl, ...moderation };
  }

  /** Names that X puts in front count for nothing. */
  replyLength(text: string, { refs }: KnownComment): Readonly<{ used: number; max: number }> {
    const { limits } = TWITTER;
    const max = amountOf(refs['textMax']) ?? limits.text.max;
    const { used } = textFit(text, { ...limits, text: { ...limits.text, max } });
    return { used, max };
  }

  prepareReply(_access: AccountAccess, reply: OutgoingReply) {
    return this.#replying.prepare(reply);
  }

  reply(access: AccountAccess, reply: OutgoingReply, refs: PublishRefs, signal: AbortSignal) {
    return this.#replying.call(access, reply, refs, signal);
  }

  lookUpReply(access: AccountAccess, reply: OutgoingReply, refs: PublishRefs, armedAt: string) {
    return this.#replying.lookUp(access, reply, refs, armedAt);
  }

  async hide(
    access: AccountAccess,
    { remoteId }: KnownComment,
    hidden: boolean,
    signal: AbortSignal,
  ): Promise<ModerationOutcome> {
    const { scopes } = oauthCredentials(await access.credentials());
    // Accounts that were connected before it was asked for do not have it.
    if (scopes.length > 0 && !scopes.includes(HIDE_SCOPE)) return refused('permission-missing', null, false);
    const { client, as, now } = this.account;
    try {
      return await as(access, async ({ token }): Promise<ModerationOutcome> => {
        const path = `/2/tweets/${encodeURIComponent(remoteId)}/hidden`;
        const request = { signal, timeoutMs: CALL_MS };
        await client.send({ token, method: 'PUT', path, json: { hidden }, request });
        return { kind: 'done' };
      });
    } catch (error) {
      // What is gone shows to nobody.
      if (error instanceof TwitterError && error.status === 404 && error.spoken) return { kind: 'done' };
      return callOutcome(error, now());
    }
  }
}
