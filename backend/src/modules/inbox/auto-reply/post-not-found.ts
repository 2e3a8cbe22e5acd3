import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { DomainError } from '@posthorn/event-sourcing';

/** To anybody but its owner there is no such post. */
export class PostNotFound extends DomainError {
  readonly code = 'inbox.post-not-found';
  override readonly kind = 'missing';
  constructor() {
    super(POST_TEXT.missing);
  }
}
