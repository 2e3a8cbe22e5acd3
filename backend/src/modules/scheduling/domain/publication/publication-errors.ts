import { deletionProblemText } from '@posthorn/contracts/scheduling/target-problems';
import { TARGET_TEXT } from '@posthorn/contracts/scheduling/targets';
import { DomainError } from '@posthorn/event-sourcing';

/** Somebody else owns the attempt, or there is nothing to attempt. */
export class PublishingIsElsewhere extends DomainError {
  readonly code = 'scheduling.publishing-is-elsewhere';
  override readonly kind = 'conflict';
  constructor() {
    super('This target is being published already.');
  }
}

export class TargetIsMissing extends DomainError {
  readonly code = 'scheduling.target-missing';
  override readonly kind = 'missing';
  constructor() {
    super('This post has no such account.');
  }
}

export class TargetCannotBeRetried extends DomainError {
  readonly code = 'scheduling.target-not-retryable';
  override readonly kind = 'conflict';
  constructor() {
    super('Only a failed, a cancelled or an unknown publication can be sent again.');
  }
}

/** Sent again it would only fail again. */
export class AccountIsNotConnected extends DomainError {
  readonly code = 'scheduling.account-not-connected';
  override readonly kind = 'conflict';
  constructor() {
    super(TARGET_TEXT.notConnected);
  }
}

export class TargetIsNotUnknown extends DomainError {
  readonly code = 'scheduling.target-not-unknown';
  override readonly kind = 'conflict';
  constructor() {
    super('There is nothing to check: the outcome of this publication is known.');
  }
}

export class PlatformCannotBeAsked extends DomainError {
  readonly code = 'scheduling.platform-cannot-be-asked';
  override readonly kind = 'conflict';
  constructor() {
    super('The platform cannot be asked whether the post is there. Please try again in a few minutes.');
  }
}

export class RemotePostCannotBeDeleted extends DomainError {
  readonly code = 'scheduling.remote-post-not-deletable';
  override readonly kind = 'conflict';
  constructor() {
    super(
      'There is nothing to delete: the post is not published there, or its deletion is under way or done.',
    );
  }
}

export class RemotePostIsUnknown extends DomainError {
  readonly code = 'scheduling.remote-post-unknown';
  override readonly kind = 'refused';
  constructor() {
    super('Posthorn does not know which post on the platform this is. Delete it there.');
  }
}

export class PlatformCannotDelete extends DomainError {
  readonly code = 'scheduling.platform-cannot-delete';
  override readonly kind = 'refused';
  constructor() {
    super(deletionProblemText('cannot-delete', true));
  }
}

export class DeletionIsNotGranted extends DomainError {
  readonly code = 'scheduling.deletion-not-granted';
  override readonly kind = 'refused';
  constructor() {
    super(deletionProblemText('permission-missing', true));
  }
}
