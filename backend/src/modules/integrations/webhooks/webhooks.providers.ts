import { AccountSubscribing } from '../features/subscribe-accounts/account-subscribing.ts';
import { SubscribeAccounts } from '../features/subscribe-accounts/subscribe-accounts.process.ts';
import { SubscriptionEnd } from '../features/subscribe-accounts/subscription-end.ts';
import { AccountSubscriptionLoop } from '../features/subscribe-accounts/subscription-loop.ts';
import { SubscriptionRows } from '../features/subscribe-accounts/subscription-rows.ts';
import { PlatformWebhooks } from '../ports/platform-webhooks.ts';
import { WebhookSubscriptions } from '../ports/webhook-subscriptions.ts';
import { SignedDeliveries } from './signed-deliveries.ts';
import { WebhookDoors } from './webhook-doors.ts';

export const webhookProviders = [
  WebhookDoors,
  { provide: PlatformWebhooks, useClass: SignedDeliveries },
  SubscriptionRows,
  { provide: WebhookSubscriptions, useExisting: SubscriptionRows },
  AccountSubscribing,
  AccountSubscriptionLoop,
  SubscribeAccounts,
  SubscriptionEnd,
];

export const webhookPorts = [PlatformWebhooks, WebhookSubscriptions];
