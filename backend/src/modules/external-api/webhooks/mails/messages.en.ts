import { WEBHOOK } from '@posthorn/contracts/external/webhooks.http';
import { BRAND } from '@posthorn/contracts/shared/brand';

export const WEBHOOK_MAIL_TEXT = {
  subject: `A webhook of your ${BRAND.name} account is suspended`,
  gone: (host: string) =>
    `The receiver at ${host} says that it is gone (410), so nothing more is sent to it.`,
  failing: (host: string) =>
    `Nothing has arrived at the receiver at ${host} for ${String(WEBHOOK.failingDays)} days, so nothing more is sent to it.`,
  button: 'Open your webhooks',
  kept: `Events are kept for ${String(WEBHOOK.keptDays)} days. When you resume the webhook, those that wait are sent.`,
  help: `Questions? Write to ${BRAND.supportEmail}.`,
} as const;
