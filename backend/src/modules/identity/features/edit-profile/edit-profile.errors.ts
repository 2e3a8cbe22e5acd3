import { PROFILE_TEXT } from '@posthorn/contracts/identity/profile.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** It is a word of the product. */
export class HandleReserved extends refusal('identity.handle-reserved', PROFILE_TEXT.handleReserved, {
  handle: PROFILE_TEXT.handleReserved,
}) {}

/** Somebody has it, or gave it up less than 90 days ago. */
export class HandleTaken extends refusal('identity.handle-taken', PROFILE_TEXT.handleTaken) {}

/** Another one would keep more handles from everybody else than one person may. */
export class HandlesResting extends refusal('identity.handles-resting', PROFILE_TEXT.handlesResting) {}

export class PersonalityNeedsPremium extends refusal(
  'identity.personality-needs-premium',
  PROFILE_TEXT.personalityPremium,
) {}
