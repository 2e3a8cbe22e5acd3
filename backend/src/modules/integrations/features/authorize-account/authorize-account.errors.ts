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
