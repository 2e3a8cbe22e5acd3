import { randomUUID, createHash } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import { CommentRules } from '#modules/integrations/ports/comment-rules.ts';
import { CannotReply, ReplyIsTooLong } from '../../domain/comment/inbox.errors.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import { requestReply } from '../../domain/comment/replying.ts';
import { knownComment } from '../../read-models/comments/known-comment.ts';
import { OwnComments } from '../../read-models/comments/own-comments.ts';
import { replyIdOf } from '../../domain/comment/reply-id.ts';

/**
 * A person answers a comment: with their own words, or with a draft of the model (`draftId`), changed or not.
 * The same `replyId` is the same reply, and so is the same Idempotency-Key (`key`) at this comment.
 * Returns whether the reply existed before.
 */
export class RequestReply extends Command<Readonly<{ isReplay: boolean }>> {
  constructor(
    readonly userId: string,
    readonly commentId: number,
    readonly asked: Readonly<{
      text: string;
      replyId: string | null;
      draftId: string | null;
      key?: string | null;
    }>,
  ) {
    super();
  }
}

@CommandHandler(RequestReply)
export class RequestReplyHandler implements ICommandHandler<RequestReply> {
  constructor(
    private readonly comments: OwnComments,
    private readonly writer: StreamWriter,
    private readonly rules: CommentRules,
    private readonly accounts: AccountConnections,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws what `requestReply` does, CannotReply, ReplyIsTooLong */
  async execute({ userId, commentId, asked }: RequestReply): Promise<Readonly<{ isReplay: boolean }>> {
    const { id, comment } = await this.comments.find(userId, commentId);
    const now = await this.clock.now();
    const newReply = (current: Comment) => newReplyFor(current, id, asked);
    // Reasons of the comment itself come first. A repeated request gets the same answer as the first one.
    if (requestReply(comment, id, newReply(comment), now).length === 0) return { isReplay: true };
    const account = await this.accounts.connectionOf(id.accountId, userId);
    if (account === 'disconnected')
      throw new CannotReply(INBOX_TEXT.accountGone, PLATFORM_NAMES[id.platform]);
    this.#mayLeave(comment, id.platform, asked.text);
    const { appended } = await this.writer.decide(commentStream, commentId, (current) =>
      requestReply(current, id, newReply(current), now),
    );
    return { isReplay: appended.length === 0 };
  }

  #mayLeave(comment: Comment, platform: Platform, text: string): void {
    const known = knownComment(comment);
    if (!known) return;
    const [can] = this.rules.abilitiesOf(platform, [known]);
    if (can?.reply !== 'send')
      throw new CannotReply(can?.whyNot ?? INBOX_TEXT.cannotReply, PLATFORM_NAMES[platform]);
    const length = this.rules.replyLength(platform, known, text);
    if (length && length.used > length.max) throw new ReplyIsTooLong(length.max);
  }
}

function newReplyFor(
  { draft }: Comment,
  { commentId, ownerId }: CommentId,
  { text, replyId, draftId, key = null }: RequestReply['asked'],
): Parameters<typeof requestReply>[2] {
  const isFromDraft = draftId !== null && draft?.replyId === draftId;
  // A draft that is sent unchanged keeps its id, so that two taps are one reply.
  const fresh = () => (key === null ? randomUUID() : replyOfKey(ownerId, commentId, key));
  const id = replyId ?? (isFromDraft ? draftId : fresh());
  const newReply = { replyId: id, aiAssisted: isFromDraft, text, isByKey: key !== null };
  return { ...newReply, kind: 'manual', forTextMac: null, notBefore: null };
}

/**
 * The id of the reply for an Idempotency-Key. It is the same each time, so nothing has to be stored for it.
 * The same key at another comment or from another user gives another id.
 */
function replyOfKey(userId: string, commentId: number, key: string): string {
  const asked = JSON.stringify([userId, commentId, key]);
  return replyIdOf(createHash('sha256').update(asked).digest());
}
