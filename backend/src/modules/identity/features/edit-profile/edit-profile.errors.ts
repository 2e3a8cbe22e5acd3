import { PROFILE_TEXT } from '@posthorn/contracts/identity/profile.http';
import { DomainError } from '@posthorn/event-sourcing';

/** Somebody has it, gave it up less than 90 days ago, or it is a word of the product. */
export class HandleTaken extends DomainError {
  override readonly name = 'HandleTaken';
  override readonly message = PROFILE_TEXT.handleTaken;
  override readonly kind = 'conflict';
  readonly code = 'identity.handle-taken';
}

/** Another one would keep more handles from everybody else than one person may. */
export class HandlesResting extends DomainError {
  override readonly name = 'HandlesResting';
  override readonly message = PROFILE_TEXT.handlesResting;
  readonly code = 'identity.handles-resting';
}

export class PersonalityNeedsPremium extends DomainError {
  override readonly name = 'PersonalityNeedsPremium';
  override readonly message = PROFILE_TEXT.personalityPremium;
  override readonly kind = 'forbidden';
  readonly code = 'identity.personality-needs-premium';
}
