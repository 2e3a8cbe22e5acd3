import { ACCOUNT_EXPORT_TEXT } from '@posthorn/contracts/identity/account-export.http';
import { DomainError } from '@posthorn/event-sourcing';

/** Used up, too old, altered, or somebody else's: a stranger learns nothing. */
export class ExportLinkNotFound extends DomainError {
  override readonly name = 'ExportLinkNotFound';
  override readonly message = ACCOUNT_EXPORT_TEXT.linkNotFound;
  override readonly kind = 'missing';
  readonly code = 'identity.export-not-found';
}
