import { CHOICE_TEXT } from '@posthorn/contracts/integrations/choices.http';
import { DomainError } from '@posthorn/event-sourcing';

/** The list has run out, was used, or never held one of these ids. */
export class ChoicesAreGone extends DomainError {
  readonly code = 'integrations.choices-gone';
  override readonly kind = 'conflict';
  constructor() {
    super(CHOICE_TEXT.gone);
  }
}

/** Somebody else was signed in at the platform than the account that more is to be opened of. */
export class GrantOfAnotherAccount extends DomainError {
  readonly code = 'integrations.grant-of-another-account';
  override readonly kind = 'conflict';
  constructor() {
    super('The permission is of another account than the one that is connected.');
  }
}
