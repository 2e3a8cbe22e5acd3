import { ACCOUNT_LIST_TEXT } from '@posthorn/contracts/integrations/account-list-text';
import { refusal } from '@posthorn/contracts/shared/refusal';

export class AccountLimitReached extends refusal(
  'integrations.account-limit-reached',
  ACCOUNT_LIST_TEXT.limitReached,
) {}
