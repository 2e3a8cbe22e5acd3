import { NO_AUTO_REPLY_TEXT } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { refusal } from '@posthorn/contracts/shared/refusal';

export class AutoReplyNeedsPremium extends refusal(
  'inbox.premium-required',
  NO_AUTO_REPLY_TEXT['no-premium'],
) {}
