import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { toast, type ToastMessage } from '#ui/toast-store.ts';
import { REPLY_TEXT } from '../messages/inbox.en.ts';

export const PREMIUM_REQUIRED: ToastMessage = {
  title: REPLY_TEXT.premiumTitle,
  description: INBOX_TEXT.premiumRequired,
  variant: 'destructive',
};

export const showPremiumRequired = (): void => {
  toast(PREMIUM_REQUIRED);
};
