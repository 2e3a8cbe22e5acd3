import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import { CommentCalls } from '../../comments/comment-calls.ts';
import { claimedOwnReply } from '../../comments/own-reply.ts';
import { topOf } from '../../comments/thread-top.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
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
import { at, idIn } from '../../json.ts';
import { published, unknown } from '../../outcomes.ts';
import type { PlatformHttp } from '../../platform-http.ts';
import { BusinessClient } from './business-client.ts';
import { BusinessGrants, type Business } from './business-grant.ts';
import { callOutcome, isCommentGone, stepOutcome } from './business-outcomes.ts';
import { businessPartOf, BusinessTokens, type BusinessApp } from './business-tokens.ts';
import { readOne, readThread, repliesTo, type Reader } from './reading.ts';
import { commentIn } from './remote-comment.ts';

const CALL_MS = 30_000;
/** The lower of two bounds that sources name; UTF-16 units. */
const LONGEST = 150;

/** Comments under public posts, by TikTok's API for Business: a grant of its own beside the one that posts. */
export class TikTokComments implements CommentConnector {
  readonly pace: ReadingPace = { source: 'threads', fastest: 300 };
  readonly replyRule = 'after-negative-look-up';
  readonly replyVisibilitySeconds = 60;
  readonly lateReplyIsHarmless = false;
  readonly #client: BusinessClient;
  readonly #calls: CommentCalls<Business>;

  constructor(
    http: PlatformHttp,
    private readonly clock: Clock,
    private readonly app: BusinessApp,
  ) {
    this.#client = new BusinessClient(http, app.apiUrl);
    const grants = new BusinessGrants(new BusinessTokens(http, clock, app), () => clock.now());
    const errors = { step: stepOutcome, call: callOutcome, isGone: isCommentGone };
    this.#calls = new CommentCalls((access, work) => grants.use(access, work), errors, clock);
  }

  unreadable(credentials: JsonObject): string | null {
    if (businessPartOf(credentials)) return null;
    return this.app.keys ? COMMENT_READING_TEXT.businessGrant : COMMENT_READING_TEXT.businessKeys;
  }

  thread(
    access: AccountAccess,
    { remoteId }: WatchedPost,
    after: string | null,
    signal: AbortSignal,
  ): Promise<ThreadOutcome> {
    return this.#reading(access, signal, (reader) => readThread(reader, remoteId, after));
  }

  one(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<CommentOutcome> {
    return this.#reading(access, signal, (reader) => readOne(reader, comment));
  }

  /** Only one's own comments can be deleted, and those are none here. */
  can(): CommentAbilities {
    return { reply: 'send', whyNot: null, openUrl: null, hide: 'platform', remove: false };
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
    { text, comment }: OutgoingReply,
    _refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const request = { signal, timeoutMs: CALL_MS, newConnection: true };
    return this.#calls.reply(access, async (business) => {
      const json = { ...named(comment, topOf(comment)), text };
      const data = await this.#post(business, 'reply/create', json, request);
      const id = idIn(at(data, 'comment_id'));
      return id === null
        ? unknown('unreadable', 'TikTok answered and named no comment.')
        : published(id, null);
    });
  }

  lookUpReply(
    access: AccountAccess,
    reply: OutgoingReply,
    _refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    return this.#calls.lookUp(access, (business) => this.#find(access, business, reply, armedAt));
  }

  /** The account's own reply with this text under this comment, made since then. */
  async #find(
    access: AccountAccess,
    business: Business,
    { text, comment }: OutgoingReply,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    const place = { videoId: comment.postRemoteId, parent: topOf(comment) };
    const wanted = { platform: 'tiktok', text, armedAt, now: this.clock.now() };
    const found = await claimedOwnReply(access, wanted, 0, async (from: number) => {
      const { items, next } = await repliesTo({ client: this.#client, business }, place, from);
      return { replies: items.flatMap((item) => commentIn(item, place.videoId) ?? []), next };
    });
    return found ? published(found.remoteId, null) : { kind: 'absent' };
  }

  hide(
    access: AccountAccess,
    comment: KnownComment,
    hidden: boolean,
    signal: AbortSignal,
  ): Promise<ModerationOutcome> {
    const json = { ...named(comment, comment.remoteId), action: hidden ? 'HIDE' : 'UNHIDE' };
    return this.#calls.moderate(access, (business) => this.#post(business, 'hide', json, { signal }));
  }

  #post(
    { token, businessId }: Business,
    call: 'reply/create' | 'hide',
    json: JsonObject,
    request: Readonly<{ signal: AbortSignal; timeoutMs?: number; newConnection?: boolean }>,
  ) {
    return this.#client.send(token, {
      path: `/business/comment/${call}/`,
      json: { business_id: businessId, ...json },
      request,
    });
  }

  #reading<Outcome>(access: AccountAccess, signal: AbortSignal, read: (reader: Reader) => Promise<Outcome>) {
    return this.#calls.read(access, (business) => read({ client: this.#client, business, signal }));
  }
}

const named = ({ postRemoteId }: KnownComment, commentId: string): JsonObject => ({
  video_id: postRemoteId,
  comment_id: commentId,
});
