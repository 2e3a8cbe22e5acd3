import { PROFILE_TEXT } from '@posthorn/contracts/identity/profile.http';
import { DomainError } from '@posthorn/event-sourcing';

/** It is a word of the product. */
export class HandleReserved extends DomainError {
  override readonly name = 'HandleReserved';
  override readonly message = PROFILE_TEXT.handleReserved;
  override readonly kind = 'conflict';
  override readonly fields = { handle: PROFILE_TEXT.handleReserved };
  readonly code = 'identity.handle-reserved';
}

/** Somebody has it, or gave it up less than 90 days ago. */
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
