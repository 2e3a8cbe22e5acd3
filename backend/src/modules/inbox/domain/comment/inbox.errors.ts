import { NO_AUTO_REPLY_TEXT } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { refusal } from '@posthorn/contracts/shared/refusal';

export class AlreadyReplied extends refusal('inbox.already-replied', INBOX_TEXT.alreadyReplied) {}

export class CommentIsGone extends refusal('inbox.comment-gone', INBOX_TEXT.gone) {}

/** The model was not asked: the comment has no text, for example only a picture. */
export class NothingToAnswer extends refusal('inbox.ai-no-reply', INBOX_TEXT.aiNoReply) {}

export class ReplyIsBlank extends refusal('inbox.reply-required', INBOX_TEXT.replyRequired, {
  replyText: INBOX_TEXT.replyRequired,
}) {}

/** Also thrown for another user's comment, so that the response does not reveal whether it exists. */
export class CommentNotFound extends refusal('inbox.comment-not-found', INBOX_TEXT.notFound) {}

/** The comment was edited after the model had read it. */
export class ReplyIsStale extends refusal('inbox.reply-stale', INBOX_TEXT.stale) {}

/** The request repeats an earlier request, whose reply was cancelled in the meantime. */
export class ReplyWasCancelled extends refusal('inbox.reply-cancelled', INBOX_TEXT.cancelled) {}

/** All calls that take an Idempotency-Key share this code. */
export class ReplyKeyReused extends refusal('scheduling.idempotency-key-reused', INBOX_TEXT.keyReused) {}

export class ReplyCannotBeCancelled extends refusal('inbox.reply-has-left', INBOX_TEXT.hasLeft) {}

/** Also thrown while the reply is being sent: the platform may have it already. */
export class AutoReplyWasSent extends refusal('inbox.auto-reply-was-sent', INBOX_TEXT.autoReplyWasSent) {}

export class ReplyCannotBeRetried extends refusal('inbox.reply-not-retryable', INBOX_TEXT.notRetryable) {}

export class ReplyCannotBeConfirmed extends refusal('inbox.reply-not-unknown', INBOX_TEXT.notUnknown) {}

/** `platform`: the platform's name. */
export class CommentCannotBeRemoved extends refusal(
  'inbox.cannot-remove',
  INBOX_TEXT.cannotRemove,
  undefined,
  (platform: string) => ({ platform }),
) {}

const unchanged: (message: string, platform: string) => string = (message) => message;

/** `message`: a sentence from the platform's connector. `platform`: the platform's name. */
export class CannotReply extends refusal(
  'inbox.cannot-reply',
  unchanged,
  undefined,
  (_message, platform) => ({
    platform,
  }),
) {}

/** `max`: counted by the rule of the platform. */
export class ReplyIsTooLong extends refusal(
  'inbox.reply-too-long',
  INBOX_TEXT.tooLong,
  (max: number) => ({ replyText: INBOX_TEXT.tooLong(max) }),
  (max) => ({ max }),
) {}

export class ReplyAccountIsNotConnected extends refusal(
  'inbox.account-not-connected',
  INBOX_TEXT.notConnected,
) {}

/** The platform could report what became of the reply, but cannot be asked now. */
export class PlatformOfReplyCannotBeAsked extends refusal(
  'inbox.platform-cannot-be-asked',
  INBOX_TEXT.cannotBeAsked,
) {}

export class AutoReplyNeedsPremium extends refusal(
  'inbox.premium-required',
  NO_AUTO_REPLY_TEXT['no-premium'],
) {}
