import { WEBHOOK_TEXT } from '@posthorn/contracts/external/webhooks.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

export class WebhookTokenEnded extends refusal('external.webhook-token-ended', WEBHOOK_TEXT.tokenEnded) {}
