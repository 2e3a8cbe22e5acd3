import { refusal } from '@posthorn/contracts/shared/refusal';

/** Also the answer to somebody else's account: a stranger learns nothing. */
export class AccountIsMissing extends refusal(
  'integrations.account-missing',
  'This account is not connected.',
) {}
