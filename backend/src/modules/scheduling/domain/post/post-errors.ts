import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { refusal, type Fields } from '@posthorn/contracts/shared/refusal';

/** Also the answer for another user's post, so that a stranger learns nothing. */
export class PostNotFound extends refusal('scheduling.post-not-found', POST_TEXT.missing) {}

export class ScheduledTimeIsPast extends refusal('scheduling.time-is-past', POST_TEXT.timePast) {}

export class ScheduledTimeIsTooLate extends refusal('scheduling.time-is-too-late', POST_TEXT.timeTooLate) {}

export class OwnTextsAreTooLong extends refusal('scheduling.own-texts-too-long', POST_TEXT.ownContentsMax) {}

/** Publishing has begun and has not ended. */
export class AlreadyPublishing extends refusal('scheduling.already-publishing', POST_TEXT.started) {}

/** Publishing began while the post was being removed; targets that had not begun are cancelled by then. */
export class PublishingBeganMeanwhile extends refusal(
  'scheduling.already-publishing',
  POST_TEXT.startedMeanwhile,
) {}

/** Publishing has ended. */
export class AlreadyPublished extends refusal('scheduling.already-publishing', POST_TEXT.notOpen) {}

/** The change was made on an older state of the post. */
export class PostWasChanged extends refusal('scheduling.post-changed', POST_TEXT.changed) {}

/** The worker read an outdated post: it was deleted or moved to a later time, or its accounts have changed. */
export class PostIsNotDue extends refusal('scheduling.post-not-due', 'This post is not due.') {}

export class PostLimitReached extends refusal('scheduling.post-limit-reached', POST_TEXT.limitReached) {}

export class AiNeedsPremium extends refusal('scheduling.ai-needs-premium', POST_TEXT.aiPremium) {}

/** The account is not connected, or belongs to another user: the answer is the same. */
export class AccountIsUnknown extends refusal('scheduling.account-unknown', POST_TEXT.accountUnknown) {}

/** Also the answer for another user's account, so that a stranger learns nothing. */
export class AskedAccountIsMissing extends refusal('scheduling.account-missing', POST_TEXT.accountMissing) {}

export class TargetIsUnknown extends refusal('scheduling.target-unknown', POST_TEXT.targetUnknown) {}

/** The file was never uploaded, was swept, or belongs to another user: the answer is the same. */
export class MediaIsUnknown extends refusal('scheduling.media-unknown', POST_TEXT.mediaUnknown) {}

/** The selection of an account names a file that the post does not have. */
export class TargetMediaIsUnknown extends refusal(
  'scheduling.target-media-unknown',
  POST_TEXT.targetMediaUnknown,
  (accountId: number) => atAccount(accountId, POST_TEXT.targetMediaUnknown),
) {}

/** The selection of an account names the same file more than once. */
export class TargetMediaIsTwice extends refusal(
  'scheduling.target-media-twice',
  POST_TEXT.targetMediaTwice,
  (accountId: number) => atAccount(accountId, POST_TEXT.targetMediaTwice),
) {}

/** The field under which a form shows what is wrong with one account. */
export const atAccount = (accountId: number, words: string): Readonly<Record<string, string>> => ({
  [`selectedAccountIds.${String(accountId)}`]: words,
});

/** `fields`: one sentence for each account that names the account and the reason. */
export class PostDoesNotFit extends refusal(
  'scheduling.does-not-fit',
  (fields: Fields) => Object.values(fields).join(' '),
  (fields) => fields,
) {}

export class IdempotencyKeyReused extends refusal('scheduling.idempotency-key-reused', POST_TEXT.keyReused) {}
