import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { DomainError } from '@posthorn/event-sourcing';

export class AlreadyReplied extends DomainError {
  readonly code = 'inbox.already-replied';
  override readonly kind = 'conflict';
  constructor() {
    super(INBOX_TEXT.alreadyReplied);
  }
}

export class CommentIsGone extends DomainError {
  readonly code = 'inbox.comment-gone';
  override readonly kind = 'conflict';
  constructor() {
    super(INBOX_TEXT.gone);
  }
}

export class ReplyIsBlank extends DomainError {
  readonly code = 'inbox.reply-required';
  override readonly fields = { replyText: INBOX_TEXT.replyRequired };
  constructor() {
    super(INBOX_TEXT.replyRequired);
  }
}

/** Also the answer to somebody else's comment: a stranger learns nothing. */
export class CommentNotFound extends DomainError {
  readonly code = 'inbox.comment-not-found';
  override readonly kind = 'missing';

  constructor() {
    super(INBOX_TEXT.notFound);
  }
}

/** The comment was edited after the model had read it. */
export class ReplyIsStale extends DomainError {
  readonly code = 'inbox.reply-stale';
  override readonly kind = 'conflict';
  constructor() {
    super(INBOX_TEXT.stale);
  }
}

/** A repetition of a request whose reply was taken back since. */
export class ReplyWasCancelled extends DomainError {
  readonly code = 'inbox.reply-cancelled';
  override readonly kind = 'conflict';
  constructor() {
    super(INBOX_TEXT.cancelled);
  }
}

/** The code is that of all calls that take such a key. */
export class ReplyKeyReused extends DomainError {
  readonly code = 'scheduling.idempotency-key-reused';
  constructor() {
    super(INBOX_TEXT.keyReused);
  }
}

export class ReplyHasLeft extends DomainError {
  readonly code = 'inbox.reply-has-left';
  override readonly kind = 'conflict';
  constructor() {
    super(INBOX_TEXT.hasLeft);
  }
}

export class ReplyCannotBeRetried extends DomainError {
  readonly code = 'inbox.reply-not-retryable';
  override readonly kind = 'conflict';
  constructor() {
    super(INBOX_TEXT.notRetryable);
  }
}

export class ReplyIsNotUnknown extends DomainError {
  readonly code = 'inbox.reply-not-unknown';
  override readonly kind = 'conflict';
  constructor() {
    super(INBOX_TEXT.notUnknown);
  }
}

/** `platform`: its name. */
export class CommentCannotBeRemoved extends DomainError {
  readonly code = 'inbox.cannot-remove';
  constructor(platform: string) {
    super(INBOX_TEXT.cannotRemove(platform));
  }
}

/** `why`: a sentence of the platform's connector. */
export class CannotReply extends DomainError {
  readonly code = 'inbox.cannot-reply';
}

/** As the platform counts. */
export class ReplyIsTooLong extends DomainError {
  readonly code = 'inbox.reply-too-long';
  override readonly fields: Readonly<Record<string, string>>;

  constructor(max: number) {
    super(INBOX_TEXT.tooLong(max));
    this.fields = { replyText: this.message };
  }
}

export class ReplyAccountIsNotConnected extends DomainError {
  readonly code = 'inbox.account-not-connected';
  override readonly kind = 'conflict';

  constructor() {
    super(INBOX_TEXT.notConnected);
  }
}

/** It could tell what became of the reply, and cannot be asked now. */
export class PlatformCannotBeAsked extends DomainError {
  readonly code = 'inbox.platform-cannot-be-asked';
  override readonly kind = 'conflict';

  constructor() {
    super(INBOX_TEXT.cannotBeAsked);
  }
}
