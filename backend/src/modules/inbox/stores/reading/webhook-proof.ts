import type { Source } from './sources.ts';

const MINUTE = 60_000;
/** How long webhooks are trusted after a reading has confirmed one. */
const TRUSTED_MS = 24 * 60 * MINUTE;
/** A webhook should have arrived by this age of a comment. */
const LATE_MS = 5 * MINUTE;

type WebhookTimes = Pick<Source, 'webhookAt' | 'hintedAt'>;

/** `now`: milliseconds. */
export const isWebhookProven = ({ webhookAt }: Pick<WebhookTimes, 'webhookAt'>, now: number): boolean =>
  webhookAt !== null && now - Date.parse(webhookAt) < TRUSTED_MS;

/** Whether a new comment of this age shows that a webhook was missed: a reading found it that no webhook had started. */
export const wasMissedByWebhook = (
  { hintedAt }: Pick<WebhookTimes, 'hintedAt'>,
  createdAt: string,
  now: number,
): boolean => hintedAt === null && now - Date.parse(createdAt) > LATE_MS;
