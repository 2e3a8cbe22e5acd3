import { DAY_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import type { Source } from './sources.ts';

/** How long readings rely on webhooks after a reading has confirmed a webhook. */
const TRUSTED_MS = DAY_MS;
/** The age of a comment at which its webhook should have arrived. */
const LATE_MS = 5 * MINUTE_MS;

type WebhookTimes = Pick<Source, 'webhookAt' | 'hintedAt'>;

/** `now`: milliseconds. */
export const isWebhookProven = ({ webhookAt }: Pick<WebhookTimes, 'webhookAt'>, now: number): boolean =>
  webhookAt !== null && now - Date.parse(webhookAt) < TRUSTED_MS;

/** Returns whether a new comment proves that a webhook did not arrive: no webhook had caused the reading, and the comment is old enough. */
export const wasMissedByWebhook = (
  { hintedAt }: Pick<WebhookTimes, 'hintedAt'>,
  createdAt: string,
  now: number,
): boolean => hintedAt === null && now - Date.parse(createdAt) > LATE_MS;
