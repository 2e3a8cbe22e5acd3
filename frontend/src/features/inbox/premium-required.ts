import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { toast } from '#ui/toast-store.ts';
import { REPLY_TEXT } from './messages.en.ts';

export const tellPremium = (): void => {
  toast({
    title: REPLY_TEXT.premiumTitle,
    description: INBOX_TEXT.premiumRequired,
    variant: 'destructive',
  });
};
