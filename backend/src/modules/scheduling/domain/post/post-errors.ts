import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { refusal, type Fields } from '@posthorn/contracts/shared/refusal';

/** Also the answer to somebody else's post: a stranger learns nothing. */
export class PostNotFound extends refusal('scheduling.post-not-found', POST_TEXT.missing) {}

export class ScheduledTimeIsPast extends refusal('scheduling.time-is-past', POST_TEXT.timePast) {}

export class ScheduledTimeIsTooLate extends refusal('scheduling.time-is-too-late', POST_TEXT.timeTooLate) {}

export class OwnTextsAreTooLong extends refusal('scheduling.own-texts-too-long', POST_TEXT.ownContentsMax) {}

/** Publishing has begun and is not over. */
export class AlreadyPublishing extends refusal('scheduling.already-publishing', POST_TEXT.started) {}

/** The same, and what waited on other accounts has been cancelled by then. */
export class PublishingBeganMeanwhile extends refusal(
  'scheduling.already-publishing',
  POST_TEXT.startedMeanwhile,
) {}

/** Publishing is over. */
export class AlreadyPublished extends refusal('scheduling.already-publishing', POST_TEXT.notOpen) {}

/** A change was made on a state of the post that is no more. */
export class PostWasChanged extends refusal('scheduling.post-changed', POST_TEXT.changed) {}

/** The worker's news are old: the post was deleted, or moved to a later time. */
export class PostIsNotDue extends refusal('scheduling.post-not-due', 'This post is not due.') {}

export class PostLimitReached extends refusal('scheduling.post-limit-reached', POST_TEXT.limitReached) {}

export class AiNeedsPremium extends refusal('scheduling.ai-needs-premium', POST_TEXT.aiPremium) {}

/** Not connected, or somebody else's: the answer is the same. */
export class AccountIsUnknown extends refusal('scheduling.account-unknown', POST_TEXT.accountUnknown) {}

/** Also the answer to a question about somebody else's account: a stranger learns nothing. */
export class AskedAccountIsMissing extends refusal('scheduling.account-missing', POST_TEXT.accountMissing) {}

export class TargetIsUnknown extends refusal('scheduling.target-unknown', POST_TEXT.targetUnknown) {}

/** Never uploaded, swept, or somebody else's: the answer is the same. */
export class MediaIsUnknown extends refusal('scheduling.media-unknown', POST_TEXT.mediaUnknown) {}

/** An account was to get a file that the post does not have. */
export class TargetMediaIsUnknown extends refusal(
  'scheduling.target-media-unknown',
  POST_TEXT.targetMediaUnknown,
  (accountId: number) => atAccount(accountId, POST_TEXT.targetMediaUnknown),
) {}

/** An account was to get the same file more than once. */
export class TargetMediaIsTwice extends refusal(
  'scheduling.target-media-twice',
  POST_TEXT.targetMediaTwice,
  (accountId: number) => atAccount(accountId, POST_TEXT.targetMediaTwice),
) {}

/** Where a form shows what is wrong with one account. */
export const atAccount = (accountId: number, words: string): Readonly<Record<string, string>> => ({
  [`selectedAccountIds.${String(accountId)}`]: words,
});

/** `problems`: per account, in words that name it and say why. */
export class PostDoesNotFit extends refusal(
  'scheduling.does-not-fit',
  (fields: Fields) => Object.values(fields).join(' '),
  (fields) => fields,
) {}

export class IdempotencyKeyReused extends refusal('scheduling.idempotency-key-reused', POST_TEXT.keyReused) {}
