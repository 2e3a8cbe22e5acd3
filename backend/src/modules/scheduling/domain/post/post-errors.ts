import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { FieldCodes } from '@posthorn/contracts/shared/field-sentences';
import { refusal, type Fields } from '@posthorn/contracts/shared/refusal';

/** Also thrown for another user's post, so that a stranger does not learn that it exists. */
export class PostNotFound extends refusal('scheduling.post-not-found', POST_TEXT.missing) {}

export class ScheduledTimeIsPast extends refusal('scheduling.time-is-past', POST_TEXT.timePast) {}

export class ScheduledTimeIsTooLate extends refusal('scheduling.time-is-too-late', POST_TEXT.timeTooLate) {}

/** The texts for single accounts (`perTarget`) are too long together. The code calls them own texts, and cannot change. */
export class TargetTextsAreTooLong extends refusal('scheduling.own-texts-too-long', POST_TEXT.ownTextsMax) {}

/**
 * Publishing has started and has not ended. The next two errors have the same code, because a client handles all three in the same way.
 * Their sentences differ.
 */
export class AlreadyPublishing extends refusal('scheduling.already-publishing', POST_TEXT.started) {}

/**
 * Publishing started while the post was being removed. Targets whose publishing had not started are already
 * cancelled.
 */
export class PublishingBeganMeanwhile extends refusal(
  'scheduling.already-publishing',
  POST_TEXT.startedMeanwhile,
) {}

/** Publishing has ended. The code says `publishing`, because it means that publishing has started. */
export class AlreadyPublished extends refusal('scheduling.already-publishing', POST_TEXT.notOpen) {}

/** The client edited an older state of the post. */
export class PostWasChanged extends refusal('scheduling.post-changed', POST_TEXT.changed) {}

/** The post is not due: it was deleted, archived or moved to a later time after the worker had read it. */
export class PostIsNotDue extends refusal('scheduling.post-not-due', 'This post is not due.') {}

export class PostLimitReached extends refusal('scheduling.post-limit-reached', POST_TEXT.limitReached) {}

export class AiNeedsPremium extends refusal('scheduling.ai-needs-premium', POST_TEXT.aiPremium) {}

/**
 * Thrown when a user writes a post: a chosen account is not connected, or belongs to another user. Both cases give the same error.
 */
export class AccountIsUnknown extends refusal('scheduling.account-unknown', POST_TEXT.accountUnknown) {}

/**
 * Thrown when a user asks for the number of scheduled posts on an account that is not connected. Also thrown for another user's account,
 * so that a stranger does not learn that it exists.
 */
export class RequestedAccountIsMissing extends refusal(
  'scheduling.account-missing',
  POST_TEXT.accountMissing,
) {}

export class TargetIsUnknown extends refusal('scheduling.target-unknown', POST_TEXT.targetUnknown) {}

/**
 * The file was never uploaded, was deleted because no post used it, or belongs to another user. All cases
 * give the same error.
 */
export class MediaIsUnknown extends refusal('scheduling.media-unknown', POST_TEXT.mediaUnknown) {}

/** The selection of an account contains a file that the post does not have. */
export class TargetMediaIsUnknown extends refusal(
  'scheduling.target-media-unknown',
  POST_TEXT.targetMediaUnknown,
  (accountId: number) => atAccount(accountId, POST_TEXT.targetMediaUnknown),
) {}

/** The selection of an account contains the same file more than once. */
export class TargetMediaIsTwice extends refusal(
  'scheduling.target-media-twice',
  POST_TEXT.targetMediaTwice,
  (accountId: number) => atAccount(accountId, POST_TEXT.targetMediaTwice),
) {}

/** The form field that shows an error about one account. */
export const accountField = (accountId: number): string => `selectedAccountIds.${String(accountId)}`;
const atAccount = (accountId: number, words: string): Fields => ({ [accountField(accountId)]: words });

/** `fields`: for each account one sentence with the account and the reason. */
export class PostDoesNotFit extends refusal(
  'scheduling.does-not-fit',
  (fields: Fields) => Object.values(fields).join(' '),
  (fields) => fields,
) {
  constructor(
    fields: Fields,
    override readonly fieldCodes: FieldCodes,
  ) {
    super(fields);
  }
}

export class IdempotencyKeyReused extends refusal('scheduling.idempotency-key-reused', POST_TEXT.keyReused) {}
