import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { ChangeWebhookHandler } from './features/manage-webhooks/change-webhook.command.ts';
import { CreateWebhookHandler } from './features/manage-webhooks/create-webhook.command.ts';
import { Deliveries } from './stores/deliveries/deliveries.ts';
import { DELIVERING, deliveringTimes } from './effects/deliver-webhooks/delivering-times.ts';
import { DeliveryCall } from './effects/deliver-webhooks/delivery-call.ts';
import { DeliveryLoop, TellReceiver, OverdueDeliveries } from './effects/deliver-webhooks/delivery-loop.ts';
import { WebhooksPart } from './features/export-webhooks/export-webhooks.ts';
import { WebhookMails } from './effects/webhook-mails/webhook-mails.ts';
import { OwnDeliveries } from './features/manage-webhooks/own-deliveries.ts';
import { OwnWebhooks } from './features/manage-webhooks/own-webhooks.ts';
import { ReceiverAddresses } from './stores/webhooks/receiver-addresses.ts';
import { Suspensions } from './effects/deliver-webhooks/suspensions.ts';
import { TestWebhookHandler } from './features/manage-webhooks/test-webhook.command.ts';
import { WebhookRows } from './read-models/webhooks/webhook-rows.ts';
import { WebhookSecrets } from './read-models/webhooks/webhook-secrets.ts';
import { WebhooksHousekeeping } from './effects/forget-deliveries.ts';
import { WebhooksWing } from './webhooks.wing.ts';

export const webhooksProviders = [
  { provide: DELIVERING, useValue: deliveringTimes(process.env) },
  { provide: MAILING, useValue: mailTimes(process.env) },
  WebhookMails,
  ...[WebhookSecrets, WebhookRows, OwnWebhooks, ReceiverAddresses, Suspensions],
  ...[CreateWebhookHandler, ChangeWebhookHandler, TestWebhookHandler],
  ...[Deliveries, DeliveryCall, TellReceiver, DeliveryLoop, OverdueDeliveries, WebhooksHousekeeping],
  OwnDeliveries,
  ...[WebhooksPart, WebhooksWing],
];
