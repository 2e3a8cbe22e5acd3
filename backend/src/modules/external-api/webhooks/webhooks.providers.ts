import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { ChangeWebhookHandler } from './change-webhook.command.ts';
import { CreateWebhookHandler } from './create-webhook.command.ts';
import { DeleteWebhookHandler } from './delete-webhook.command.ts';
import { Deliveries } from './deliveries.ts';
import { DELIVERING, deliveringTimes } from './delivering-times.ts';
import { DeliveryCall } from './delivery-call.ts';
import { DeliveryLoop, TellReceiver } from './delivery-loop.ts';
import { WebhooksPart } from './export-webhooks.ts';
import { ListDeliveriesHandler } from './list-deliveries.query.ts';
import { ListWebhooksHandler, ShowWebhookHandler } from './list-webhooks.query.ts';
import { WebhookMails } from './mails/webhook-mails.ts';
import { OverdueDeliveries } from './overdue-deliveries.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { ReceiverAddresses } from './receiver-addresses.ts';
import { RedeliverHandler, ReplayDeliveriesHandler } from './redeliver.command.ts';
import { RotateWebhookHandler } from './rotate-webhook.command.ts';
import { Suspensions } from './suspensions.ts';
import { TakeOverWebhookHandler } from './take-over-webhook.command.ts';
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
  ...[CreateWebhookHandler, ChangeWebhookHandler, DeleteWebhookHandler, RotateWebhookHandler],
  TakeOverWebhookHandler,
  ...[ListWebhooksHandler, ShowWebhookHandler, TestWebhookHandler],
  ...[Deliveries, DeliveryCall, TellReceiver, DeliveryLoop, OverdueDeliveries, WebhooksHousekeeping],
  ...[ListDeliveriesHandler, RedeliverHandler, ReplayDeliveriesHandler],
  ...[WebhooksPart, WebhooksWing],
];
