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
 * Requests the reply of a person to a comment: an own text, or a draft of the model (`draftId`), changed or not.
 * A request with a known `replyId`, or with a known Idempotency-Key (`key`) for this comment, repeats that reply.
 * Returns whether the request was such a repetition.
 */
export class RequestReply extends Command<Readonly<{ isReplay: boolean }>> {
  constructor(
    readonly userId: string,
    readonly commentId: number,
    readonly request: Readonly<{
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

  /** @throws CommentNotFound, CannotReply, ReplyIsTooLong, and the errors of `requestReply` */
  async execute({ userId, commentId, request }: RequestReply): Promise<Readonly<{ isReplay: boolean }>> {
    const { id, comment } = await this.comments.find(userId, commentId);
    const now = await this.clock.now();
    const newReply = (current: Comment) => newReplyFor(current, id, request);
    // This check comes first, so that a repeated request gets the same response as the first request.
    if (requestReply(comment, id, newReply(comment), now).length === 0) return { isReplay: true };
    const account = await this.accounts.connectionOf(id.accountId, userId);
    if (account === 'disconnected')
      throw new CannotReply(INBOX_TEXT.accountGone, PLATFORM_NAMES[id.platform]);
    this.#checkCanReply(comment, id.platform, request.text);
    const { appended } = await this.writer.decide(commentStream, commentId, (current) =>
      requestReply(current, id, newReply(current), now),
    );
    return { isReplay: appended.length === 0 };
  }

  #checkCanReply(comment: Comment, platform: Platform, text: string): void {
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
  { text, replyId, draftId, key = null }: RequestReply['request'],
): Parameters<typeof requestReply>[2] {
  const isFromDraft = draftId !== null && draft?.replyId === draftId;
  // The reply gets the id of its draft, so that two taps on Send request one reply.
  const newId = () => (key === null ? randomUUID() : replyIdOfKey(ownerId, commentId, key));
  const id = replyId ?? (isFromDraft ? draftId : newId());
  const newReply = { replyId: id, aiAssisted: isFromDraft, text, isByKey: key !== null };
  return { ...newReply, kind: 'manual', forTextMac: null, notBefore: null };
}

/**
 * Computes the id of a reply from an Idempotency-Key, so the product need not store the key.
 * The same key gives another id for another comment or another user.
 */
function replyIdOfKey(userId: string, commentId: number, key: string): string {
  const input = JSON.stringify([userId, commentId, key]);
  return replyIdOf(createHash('sha256').update(input).digest());
}
