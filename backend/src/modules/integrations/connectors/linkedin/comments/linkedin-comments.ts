import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import { CommentCalls, type AsAccount, type CommentErrors } from '../../comments/comment-calls.ts';
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
import type { CallOutcome, LookUpOutcome, PrepareOutcome, Refused } from '../../contract/outcome.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import { refused } from '../../outcomes.ts';
import type { LinkedInClient } from '../client.ts';
import { callOutcome, isDenied, stepOutcome } from '../errors.ts';
import type { LinkedInConfiguration } from '../pages.ts';
import { isOrganization, mayReadComments, sessionOf, type LinkedInSession } from '../session.ts';
import { commentsPath, commentUrnOf } from './comment-urn.ts';
import { isGone, type Reader } from './listing.ts';
import { memberNames } from './names.ts';
import { readNotifications } from './news.ts';
import { readOne, readThread } from './reading.ts';
import { LinkedInReplying } from './replying.ts';

/** What LinkedIn's own pages take; the interface documents no number. UTF-16 units. */
const LONGEST = 1250;

/** A permission or a role that is missing for comments alone ends no login: publishing goes on without it. */
const closed = (error: unknown): Refused | null =>
  isDenied(error) ? refused('permission-missing', error.words, false) : null;
const ERRORS: CommentErrors = {
  step: (error, now) => closed(error) ?? stepOutcome(error, now),
  call: (error, now) => closed(error) ?? callOutcome(error, now),
  isGone,
};

/** Comments under posts of organizations; those of members are closed to apps. */
export class LinkedInComments implements CommentConnector {
  /**
   * Community Management begins in a development tier with 500 calls a day for the app, and what comes after it is not published
   * (learn.microsoft.com/en-us/linkedin/marketing/community-management-app-review).
   */
  readonly pace = { source: 'listing', fastest: 900, calls: { perDay: 500, scope: 'app' } } as const;
  readonly replyRule = 'after-negative-look-up';
  readonly replyVisibilitySeconds = 60;
  readonly lateReplyIsHarmless = false;
  readonly #calls: CommentCalls<LinkedInSession>;
  readonly #replying: LinkedInReplying;

  constructor(
    private readonly client: LinkedInClient,
    private readonly clock: Clock,
    private readonly configuration: LinkedInConfiguration,
    withSession: AsAccount<LinkedInSession>,
  ) {
    this.#calls = new CommentCalls(withSession, ERRORS, clock);
    this.#replying = new LinkedInReplying(client, clock, configuration);
  }

  unreadable(credentials: JsonObject): string | null {
    const session = sessionOf(credentials);
    if (!isOrganization(session)) return COMMENT_READING_TEXT.organizationsOnly;
    return mayReadComments(session) ? null : COMMENT_READING_TEXT.reconnect;
  }

  news(
    access: AccountAccess,
    asked: Readonly<{ cursor: ReadCursor | null; posts: readonly WatchedPost[]; since: string }>,
    signal: AbortSignal,
  ): Promise<NewsOutcome> {
    return this.#calls.read(access, ({ token, author }) =>
      readNotifications({ client: this.client, token, signal }, author, asked, this.clock.now()),
    );
  }

  thread(
    access: AccountAccess,
    { remoteId }: WatchedPost,
    after: string | null,
    signal: AbortSignal,
  ): Promise<ThreadOutcome> {
    return this.#calls.read(access, (session) => {
      const { reader, place, namesOf } = this.#at(session, remoteId, signal);
      return readThread(reader, place, namesOf, after);
    });
  }

  one(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<CommentOutcome> {
    return this.#calls.read(access, (session) => {
      const { reader, place, namesOf } = this.#at(session, comment.postRemoteId, signal);
      return readOne(reader, place, namesOf, comment);
    });
  }

  #at({ author, token }: LinkedInSession, postUrn: string, signal: AbortSignal) {
    const reader: Reader = { client: this.client, token, signal };
    const namesOf = (actors: readonly (string | null)[]) => memberNames(this.client, token, actors, signal);
    return { reader, namesOf, place: { postUrn, author, configuration: this.configuration } };
  }

  can(): CommentAbilities {
    return { reply: 'send', whyNot: null, openUrl: null, hide: 'here', remove: true };
  }

  replyLength(text: string): Readonly<{ used: number; max: number }> {
    return { used: text.length, max: LONGEST };
  }

  /** Nothing comes before it: the answer tells of a comment that is gone. */
  prepareReply(_access: AccountAccess, { replyId }: OutgoingReply): Promise<PrepareOutcome> {
    return Promise.resolve({ kind: 'prepared', refs: { replyId } });
  }

  reply(
    access: AccountAccess,
    reply: OutgoingReply,
    _refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    return this.#calls.reply(access, (session) => this.#replying.send(session, reply, signal));
  }

  lookUpReply(
    access: AccountAccess,
    reply: OutgoingReply,
    _refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    return this.#calls.lookUp(access, (session) => this.#replying.find(access, session, reply, armedAt));
  }

  async remove(
    access: AccountAccess,
    { remoteId, parentRemoteId, postRemoteId }: KnownComment,
    signal: AbortSignal,
  ): Promise<ModerationOutcome> {
    const urn = commentUrnOf(remoteId);
    if (!urn) return refused('not-found', null, false);
    const path = `${commentsPath(parentRemoteId ?? postRemoteId)}/${encodeURIComponent(urn.id)}`;
    return this.#calls.moderate(access, ({ token, author }) =>
      this.client.send({
        token,
        method: 'DELETE',
        path: `${path}?actor=${encodeURIComponent(author)}`,
        request: { signal },
      }),
    );
  }
}
