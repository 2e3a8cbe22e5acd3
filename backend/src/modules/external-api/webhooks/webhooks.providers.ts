import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { ChangeWebhookHandler } from './change-webhook.command.ts';
import { CreateWebhookHandler } from './create-webhook.command.ts';
import { Deliveries } from './deliveries.ts';
import { DELIVERING, deliveringTimes } from './delivering-times.ts';
import { DeliveryCall } from './delivery-call.ts';
import { DeliveryLoop, TellReceiver, OverdueDeliveries } from './delivery-loop.ts';
import { WebhooksPart } from './export-webhooks.ts';
import { WebhookMails } from './mails/webhook-mails.ts';
import { OwnDeliveries } from './own-deliveries.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { ReceiverAddresses } from './receiver-addresses.ts';
import { Suspensions } from './suspensions.ts';
import { TestWebhookHandler } from './test-webhook.command.ts';
import { WebhookRows } from './webhook-rows.ts';
import { WebhookSecrets } from './webhook-secrets.ts';
import { WebhooksHousekeeping } from './webhooks-housekeeping.ts';
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
