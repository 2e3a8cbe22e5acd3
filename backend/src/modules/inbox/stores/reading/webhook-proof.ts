import type { Source } from './sources.ts';

const MINUTE = 60_000;
/** So long a platform is relied on to tell of comments by itself after a reading has confirmed what it told. */
const TRUSTED_MS = 24 * 60 * MINUTE;
/** By then a platform that tells of comments has told. */
const LATE_MS = 5 * MINUTE;

type WebhookTimes = Pick<Source, 'webhookAt' | 'hintedAt'>;

/** `now`: milliseconds. */
export const isProved = ({ webhookAt }: Pick<WebhookTimes, 'webhookAt'>, now: number): boolean =>
  webhookAt !== null && now - Date.parse(webhookAt) < TRUSTED_MS;

/** Whether a new comment of this age shows that the platform does not tell of all: it was met by a reading that nobody asked for. */
export const isUntold = (
  { hintedAt }: Pick<WebhookTimes, 'hintedAt'>,
  createdAt: string,
  now: number,
): boolean => hintedAt === null && now - Date.parse(createdAt) > LATE_MS;
