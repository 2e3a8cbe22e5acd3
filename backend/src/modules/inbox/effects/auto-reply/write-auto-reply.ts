import type { NoAutoReply, OnlyDraft } from '@posthorn/contracts/inbox/auto-reply-reasons';
import type { ReplyCheck } from '@posthorn/contracts/inbox/reply-checks';
import { Inject, Injectable } from '@nestjs/common';
import { CrashPoints } from '#infrastructure/config/crash-points.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { Personalities } from '#modules/identity/ports/personalities.ts';
import { autoReplyIdOf } from '../../read-models/auto-reply/auto-reply-delay.ts';
import {
  autoReplyId,
  autoReplyStream,
  release,
  replyWithPlace,
  reserve,
  whyNoPlace,
  type AutoReplies,
} from '../../domain/auto-reply/auto-reply.ts';
import { whyNoAutoReply, reasonInComment, whyOnlyDraft } from '../../domain/auto-reply/why-no-auto-reply.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import { judge } from '../../domain/comment/marking.ts';
import { isFailedOrCancelled } from '../../domain/comment/reply.ts';
import { draftReply, requestReply, skipReply } from '../../domain/comment/replying.ts';
import { Digests } from '../../read-models/comments/digests.ts';
import { sentimentOf } from '../../domain/comment/sentiment.ts';
import { TIMES, type InboxTimes } from '../times.ts';
import { ReplyWriter, type WrittenReply } from '../../gateways/language-model/reply-writer.ts';
import { AutoReplyCaps, type DueAutoReply } from '../../read-models/auto-reply/auto-reply-caps.ts';
import { AutoReplySwitches, type Switches } from '../../read-models/auto-reply/auto-reply-switches.ts';
import { CommentContext, type CommentWithContext } from '../../read-models/auto-reply/comment-context.ts';

/** One comment that is due, and all facts about it. */
type Turn = Readonly<{
  row: DueAutoReply;
  id: CommentId;
  comment: Comment;
  places: AutoReplies;
  replyId: string;
  now: Date;
  switches: Switches;
  context: CommentWithContext;
  abilities: ReturnType<CommentContext['abilitiesOf']>;
}>;
type Written = Extract<WrittenReply, { kind: 'text' }>;

/** How often the product repeats a request to a model that is busy or does not respond. */
const RETRIES = 2;

/**
 * Decides about an automatic reply to one comment: reserves a place, requests a text of the model and runs the checks.
 * Then requests the reply, stores the text as a draft, or records why there is no reply.
 * After a crash, the row is still due. The next run finds the same place and reply id, so a second request to the model sends no second reply.
 */
@Injectable()
export class WriteAutoReply {
  constructor(
    private readonly caps: AutoReplyCaps,
    private readonly contexts: CommentContext,
    private readonly switches: AutoReplySwitches,
    private readonly model: ReplyWriter,
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly personalities: Personalities,
    private readonly digests: Digests,
    private readonly leaving: UsersBeingErased,
    private readonly clock: DatabaseClock,
    private readonly crash: CrashPoints,
    @Inject(TIMES) private readonly times: InboxTimes,
  ) {}

  /** Returns the milliseconds until the next run for this comment; null: the comment needs no further run. */
  async run(row: DueAutoReply): Promise<number | null> {
    const { state: comment } = await this.reader.load(commentStream, row.commentId);
    const { id } = comment;
    const wait = id && !isOver(comment) ? await this.#takeTurn(row, id, comment) : null;
    if (wait === null) await this.#settlePlace(row);
    return wait;
  }

  async #takeTurn(row: DueAutoReply, id: CommentId, comment: Comment): Promise<number | null> {
    const [context] = await this.contexts.load([row.commentId]);
    // The read models have not yet processed all events of this comment.
    if (!context || context.comment.seen?.textMac !== comment.seen?.textMac) return this.times.firstRetry;
    const switches = await this.switches.switchesOf(id.ownerId);
    const abilities = this.contexts.abilitiesOf(id.platform, comment);
    const digest = await this.digests.digestOf(id.ownerId);
    if (!digest) return null;
    const { state: places } = await this.reader.load(autoReplyStream, autoReplyId(row.postId, row.accountId));
    const replyId = replyWithPlace(places, row.commentId) ?? autoReplyIdOf(digest, row.commentId);
    const now = await this.clock.now();
    const turn: Turn = { row, id, comment, places, replyId, now, switches, context, abilities };
    const why = whyNoAutoReply(await this.#factsOf(turn)) ?? (await this.#takePlace(turn));
    if (why !== null) return this.#end(turn, (current) => this.#skipped(turn, current, why));
    this.crash.reached('auto-reply/intent');
    const written = await this.#write(turn);
    this.crash.reached('auto-reply/answer');
    if (written.kind === 'text') return this.#handleText(turn, written);
    const isAway = written.kind === 'failure' && (written.code === 'busy' || written.code === 'away');
    if (isAway && (await this.caps.sinceReserved(row.commentId)) < RETRIES * this.times.modelRetry)
      return this.times.modelRetry;
    return this.#end(turn, (current) => this.#skipped(turn, current, reasonForNoText(written)));
  }

  async #factsOf({ row, comment, places, now, switches, context, abilities }: Turn) {
    const { platform, text } = context;
    const { commentId } = row;
    const authorMac = comment.seen?.authorMac ?? '';
    const author = comment.seen?.author;
    const recent = await this.caps.recentCounts(row);
    return {
      ...context,
      ...recent,
      now,
      comment,
      text,
      isInstallationOn: switches.isInstallationOn,
      mode: switches.mode,
      isPremium: switches.isPremium,
      hasPlanEnded: switches.hasPlanEnded,
      isBlocked: switches.blocked.some((blocked) => blocked.authorMac === authorMac),
      isAuthorConnected:
        author !== undefined && (await this.contexts.connectedHere(platform, [author])).size > 0,
      canReply: abilities.canReply,
      isAuthorAnswered: whyNoPlace(places, { commentId, authorMac }) === 'author',
      repliesToPublication: places.places.filter((place) => place.commentId !== commentId).length,
    };
  }

  /**
   * Reserves a place, or returns why none is free. Of several parallel comments, only one gets the last place. For an account and a user,
   * `caps` decides this. For a publication, the revision of the stream decides it.
   */
  async #takePlace({ row, comment, replyId, now }: Turn): Promise<NoAutoReply | null> {
    const isOver = await this.caps.take(row);
    if (isOver) return isOver;
    this.crash.reached('auto-reply/claim');
    const { commentId, postId, accountId, ownerId } = row;
    const place = { commentId, replyId, authorMac: comment.seen?.authorMac ?? '' };
    const { state } = await this.writer.decide(autoReplyStream, autoReplyId(postId, accountId), (places) =>
      reserve(places, { postId, accountId, ownerId, ...place }, now),
    );
    const why = whyNoPlace(state, place);
    return why && (why === 'author' ? 'author-answered' : 'publication-full');
  }

  async #write({ row, context, abilities }: Turn): Promise<WrittenReply> {
    const { ownerId: userId, accountId } = row;
    const personality = (await this.personalities.personalityOf(userId)) ?? '';
    const { post, text: comment, above: inReplyTo } = context;
    const question = { post, personality, inReplyTo, comment, lengthMax: abilities.lengthMax };
    return this.model.write({ userId, question, recentReplies: await this.contexts.lastReplies(accountId) });
  }

  async #handleText(turn: Turn, written: Written): Promise<null> {
    const { id, comment, replyId, switches, context, abilities } = turn;
    const { text, model, promptVersion, judgement, sentiment } = written;
    const forTextMac = comment.seen?.textMac ?? '';
    const isNegative = sentiment === 'negative' || sentimentOf(context.text) === 'negative';
    const reasons: readonly (OnlyDraft | ReplyCheck)[] = [
      ...whyOnlyDraft({
        mode: switches.mode,
        requireApproval: switches.requireApproval,
        isAllowedByPlatform: abilities.isAllowedByPlatform,
        sentiment: isNegative ? 'negative' : sentiment,
      }),
      ...judgement.reasons,
      ...(this.contexts.isTooLong(id, comment, text) ? (['too-long'] as const) : []),
    ];
    // The request to the model may have taken long, so this reads the time again.
    const now = await this.clock.now();
    const judged = (current: Comment) =>
      judge(current, id, { label: sentiment, model, textMac: forTextMac }, now);
    return this.#end(turn, (current) => {
      const why = current.seen?.textMac === forTextMac ? reasonInComment(current) : 'comment-edited';
      if (why !== null) return this.#skipped(turn, current, why);
      const draft = { replyId, text, model, promptVersion, forTextMac, reasons: [...new Set(reasons)] };
      const newReply = { replyId, kind: 'ai', aiAssisted: false, text, forTextMac, notBefore: null } as const;
      return [
        ...judged(current),
        ...(draft.reasons.length > 0
          ? draftReply(current, id, draft, now)
          : requestReply(current, id, newReply, now)),
      ];
    });
  }

  /**
   * Returns the event that records why there is no reply. Returns none if a person answered or the comment is gone: other events show this.
   * Also returns none under posts without automatic replies, because no user expects a reply there.
   */
  #skipped({ id, now, context }: Turn, comment: Comment, why: NoAutoReply): CommentEvent[] {
    const isShownByOtherEvents = why === 'comment-gone' || why === 'comment-answered';
    return isShownByOtherEvents || !context.isAskedFor ? [] : skipReply(comment, id, why, now);
  }

  async #end({ row }: Turn, decision: (comment: Comment) => readonly CommentEvent[]): Promise<null> {
    // The erasure of this user may have begun during the request to the model. After that, nothing may be recorded about the user.
    if (await this.leaving.has(row.ownerId)) return null;
    await this.writer.decide(commentStream, row.commentId, decision);
    this.crash.reached('auto-reply/outcome');
    return null;
  }

  /** Releases the place in `caps` and under the publication, if no automatic reply was sent or can still be sent. */
  async #settlePlace({ commentId, postId, accountId, ownerId }: DueAutoReply): Promise<void> {
    // The erasure of a user deletes the rows of all places.
    if (await this.leaving.has(ownerId)) return;
    const { state } = await this.reader.load(commentStream, commentId);
    const own = [state.reply, ...state.earlier].find((reply) => reply?.kind === 'ai');
    if (own && !isFailedOrCancelled(own)) return;
    await this.caps.giveBack(commentId);
    const now = await this.clock.now();
    await this.writer.decide(autoReplyStream, autoReplyId(postId, accountId), (places) =>
      release(places, { postId, accountId, ownerId, commentId }, now),
    );
  }
}

/** Returns whether the product has already decided about an automatic reply to this comment. */
const isOver = ({ skipped, draft, reply }: Comment): boolean =>
  skipped !== null || draft !== null || reply !== null;

function reasonForNoText(written: Exclude<WrittenReply, { kind: 'text' }>): NoAutoReply {
  switch (written.kind) {
    case 'skip':
      return 'ai-nothing';
    case 'dropped':
      return 'ai-dropped';
    case 'no-budget':
      return 'ai-budget';
    case 'failure':
      break;
  }
  switch (written.code) {
    case 'not-configured':
      return 'ai-not-configured';
    case 'refused':
    case 'cut-off':
    case 'unreadable':
      return 'ai-dropped';
    case 'key':
    case 'quota':
    case 'busy':
    case 'away':
      return 'ai-failed';
  }
}
