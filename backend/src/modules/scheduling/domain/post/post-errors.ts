import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { DomainError } from '@posthorn/event-sourcing';

/** Also the answer to somebody else's post: a stranger learns nothing. */
export class PostNotFound extends DomainError {
  readonly code = 'scheduling.post-not-found';
  override readonly kind = 'missing';
  constructor() {
    super(POST_TEXT.missing);
  }
}

export class ScheduledTimeIsPast extends DomainError {
  readonly code = 'scheduling.time-is-past';
  constructor() {
    super(POST_TEXT.timePast);
  }
}

export class ScheduledTimeIsTooLate extends DomainError {
  readonly code = 'scheduling.time-is-too-late';
  constructor() {
    super(POST_TEXT.timeTooLate);
  }
}

export class OwnTextsAreTooLong extends DomainError {
  readonly code = 'scheduling.own-texts-too-long';
  constructor() {
    super(POST_TEXT.ownContentsMax);
  }
}

/** Publishing has begun and is not over. */
export class AlreadyPublishing extends DomainError {
  readonly code = 'scheduling.already-publishing';
  override readonly kind = 'conflict';
  constructor() {
    super(POST_TEXT.started);
  }
}

/** The same, and what waited on other accounts has been cancelled by then. */
export class PublishingBeganMeanwhile extends DomainError {
  readonly code = 'scheduling.already-publishing';
  override readonly kind = 'conflict';
  constructor() {
    super(POST_TEXT.startedMeanwhile);
  }
}

/** Publishing is over. */
export class AlreadyPublished extends DomainError {
  readonly code = 'scheduling.already-publishing';
  override readonly kind = 'conflict';
  constructor() {
    super(POST_TEXT.notOpen);
  }
}

/** A change was made on a state of the post that is no more. */
export class PostWasChanged extends DomainError {
  readonly code = 'scheduling.post-changed';
  override readonly kind = 'conflict';
  constructor() {
    super(POST_TEXT.changed);
  }
}

/** The worker's news are old: the post was deleted, or moved to a later time. */
export class PostIsNotDue extends DomainError {
  readonly code = 'scheduling.post-not-due';
  override readonly kind = 'conflict';
  constructor() {
    super('This post is not due.');
  }
}

export class PostLimitReached extends DomainError {
  readonly code = 'scheduling.post-limit-reached';
  constructor() {
    super(POST_TEXT.limitReached);
  }
}

export class AiNeedsPremium extends DomainError {
  readonly code = 'scheduling.ai-needs-premium';
  constructor() {
    super(POST_TEXT.aiPremium);
  }
}

/** Not connected, or somebody else's: the answer is the same. */
export class AccountIsUnknown extends DomainError {
  readonly code = 'scheduling.account-unknown';
  constructor() {
    super(POST_TEXT.accountUnknown);
  }
}

/** Also the answer to a question about somebody else's account: a stranger learns nothing. */
export class AccountIsMissing extends DomainError {
  readonly code = 'scheduling.account-missing';
  override readonly kind = 'missing';
  constructor() {
    super(POST_TEXT.accountMissing);
  }
}

export class TargetIsUnknown extends DomainError {
  readonly code = 'scheduling.target-unknown';
  constructor() {
    super(POST_TEXT.targetUnknown);
  }
}

/** Never uploaded, swept, or somebody else's: the answer is the same. */
export class MediaIsUnknown extends DomainError {
  readonly code = 'scheduling.media-unknown';
  constructor() {
    super(POST_TEXT.mediaUnknown);
  }
}

/** An account was to get a file that the post does not have. */
export class TargetMediaIsUnknown extends DomainError {
  readonly code = 'scheduling.target-media-unknown';
  override readonly fields: Readonly<Record<string, string>>;

  constructor(accountId: number) {
    super(POST_TEXT.targetMediaUnknown);
    this.fields = atAccount(accountId, POST_TEXT.targetMediaUnknown);
  }
}

/** An account was to get the same file more than once. */
export class TargetMediaIsTwice extends DomainError {
  readonly code = 'scheduling.target-media-twice';
  override readonly fields: Readonly<Record<string, string>>;

  constructor(accountId: number) {
    super(POST_TEXT.targetMediaTwice);
    this.fields = atAccount(accountId, POST_TEXT.targetMediaTwice);
  }
}

/** Where a form shows what is wrong with one account. */
export const atAccount = (accountId: number, words: string): Readonly<Record<string, string>> => ({
  [`selectedAccountIds.${String(accountId)}`]: words,
});

/** `problems`: per account, in words that name it and say why. */
export class PostDoesNotFit extends DomainError {
  readonly code = 'scheduling.does-not-fit';
  constructor(override readonly fields: Readonly<Record<string, string>>) {
    super(Object.values(fields).join(' '));
  }
}

export class IdempotencyKeyReused extends DomainError {
  readonly code = 'scheduling.idempotency-key-reused';
  constructor() {
    super(POST_TEXT.keyReused);
  }
}
