import { Mailing } from '#infrastructure/mail/mail-effect.ts';
import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { ChangeWebhookHandler } from './change-webhook.command.ts';
import { CreateWebhookHandler } from './create-webhook.command.ts';
import { Deliveries } from './deliveries.ts';
import { DELIVERING, deliveringTimes } from './delivering-times.ts';
import { DeliveryCall } from './delivery-call.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { WebhooksPart } from './export-webhooks.ts';
import { WebhookMailLoop } from './mails/webhook-mail-loop.ts';
import { WebhookMailRows } from './mails/webhook-mail-rows.ts';
import { WebhookMailEffect } from './mails/webhook-mail.kind.ts';
import { OverdueDeliveries } from './overdue-deliveries.ts';
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
  ...[Mailing, WebhookMailRows, WebhookMailEffect, WebhookMailLoop],
  ...[WebhookSecrets, WebhookRows, OwnWebhooks, ReceiverAddresses, Suspensions],
  ...[CreateWebhookHandler, ChangeWebhookHandler, TestWebhookHandler],
  ...[Deliveries, DeliveryCall, DeliveryLoop, OverdueDeliveries, WebhooksHousekeeping],
  OwnDeliveries,
  ...[WebhooksPart, WebhooksWing],
];
