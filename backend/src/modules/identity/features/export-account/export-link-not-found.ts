import { ACCOUNT_EXPORT_TEXT } from '@posthorn/contracts/identity/account-export.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

/** Used up, too old, altered, or somebody else's: a stranger learns nothing. */
export class ExportLinkNotFound extends refusal(
  'identity.export-not-found',
  ACCOUNT_EXPORT_TEXT.linkNotFound,
) {}
