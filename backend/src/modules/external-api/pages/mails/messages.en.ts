import { WEBHOOK } from '@posthorn/contracts/external/webhooks.http';
import { BRAND } from '@posthorn/contracts/shared/brand';
import type { WebhookMailReason } from '../../domain/webhook/webhook-mail.ts';

const KEPT = `Events are kept for ${String(WEBHOOK.keptDays)} days. When you resume the webhook, waiting events are sent.`;

export const WEBHOOK_MAIL_TEXT = {
  subject: `A webhook of your ${BRAND.name} account is suspended`,
  askedSubject: `Should a webhook of your ${BRAND.name} account continue?`,
  before: {
    gone: (host) =>
      `The receiver at ${host} says that its address no longer exists (410), so nothing more is sent to it.`,
    failing: (host) =>
      `Nothing has arrived at the receiver at ${host} for ${String(WEBHOOK.failingDays)} days, so nothing more is sent to it.`,
    'token-ended': (host) =>
      `The API token that created the webhook to ${host} was deleted or has expired, so nothing more is sent there.`,
    'not-me': (host) =>
      `You took your account back after its address was changed, so nothing more is sent to the receiver at ${host}.`,
    'owner-asked': (host) =>
      `An API token created the webhook to ${host}. It receives all events of your account, even those that the token may not read, and it continues after the token expires.`,
  } satisfies Record<WebhookMailReason, (host: string) => string>,
  button: 'Open your webhooks',
  after: {
    gone: KEPT,
    failing: KEPT,
    'not-me': `If it is yours, resume it. Otherwise delete it. ${KEPT}`,
    'token-ended': `To use the webhook without the token, take it over. ${KEPT}`,
    'owner-asked':
      'Take it over if it is yours, or delete it. Until then it continues unchanged. We ask only once. New webhooks have only the permissions of their token.',
  } satisfies Record<WebhookMailReason, string>,
  help: `Questions? Write to ${BRAND.supportEmail}.`,
} as const;
