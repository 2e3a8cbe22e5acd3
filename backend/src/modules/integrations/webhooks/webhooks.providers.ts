import { AccountSubscribing } from '../features/subscribe-accounts/account-subscribing.ts';
import { SubscribeAccounts } from '../features/subscribe-accounts/subscribe-accounts.process.ts';
import {
  LookAtSubscriptionHandler,
  SubscriptionsNowHandler,
} from '../features/subscribe-accounts/subscribing.handlers.ts';
import { SubscriptionEnd } from '../features/subscribe-accounts/subscription-end.ts';
import { AccountSubscriptionLoop } from '../features/subscribe-accounts/subscription-loop.ts';
import { SubscriptionRows } from '../features/subscribe-accounts/subscription-rows.ts';
import { WebhookDoors } from './webhook-doors.ts';
import { AnswerHandshakeHandler, OpenDeliveryHandler } from './webhook.handlers.ts';

export const webhookProviders = [
  WebhookDoors,
  AnswerHandshakeHandler,
  OpenDeliveryHandler,
  SubscriptionRows,
  AccountSubscribing,
  AccountSubscriptionLoop,
  SubscribeAccounts,
  SubscriptionEnd,
  LookAtSubscriptionHandler,
  SubscriptionsNowHandler,
];
