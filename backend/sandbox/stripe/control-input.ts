import { BadInput } from '../control/control-input.ts';
import type { JsonRecord } from '../http/json.ts';
import type { WebhookSending, WebhookMode } from './stripe-store.ts';
import { OLD_VERSION } from './webhooks/old-version.ts';
import { PINNED_VERSION } from './webhooks/render-event.ts';

const MODES: readonly WebhookMode[] = ['on', 'off', 'shuffle', 'twice'];
const MAX_DAYS = 4000;

export type Confirmation = Readonly<{
  clientSecret: string;
  card: string | null;
  /** The customer's answer to the question of their bank; null: no answer yet. */
  approve: boolean | null;
}>;

export function readConfirmation({ clientSecret, card, approve }: JsonRecord): Confirmation {
  if (typeof clientSecret !== 'string') throw new BadInput('clientSecret must be a text.');
  if (card !== undefined && typeof card !== 'string') throw new BadInput('card must be a text.');
  if (approve !== undefined && typeof approve !== 'boolean')
    throw new BadInput('approve must be true or false.');
  return { clientSecret, card: card ?? null, approve: approve ?? null };
}

/** Fractions are allowed: 0.5 is twelve hours. */
export function readDays({ days }: JsonRecord): number {
  if (typeof days !== 'number' || !(days >= 0 && days <= MAX_DAYS))
    throw new BadInput(`days must be a number from 0 to ${String(MAX_DAYS)}.`);
  return days;
}

export function readSending({ mode, delaySeconds, apiVersion }: JsonRecord): Partial<WebhookSending> {
  const known = MODES.find((each) => each === mode);
  if (mode !== undefined && !known) throw new BadInput(`mode must be one of ${MODES.join(', ')}.`);
  if (delaySeconds !== undefined && !isSeconds(delaySeconds))
    throw new BadInput('delaySeconds must be a number from 0 to 3600.');
  return {
    ...(known && { mode: known }),
    ...(isSeconds(delaySeconds) && { delaySeconds }),
    ...(apiVersion !== undefined && { apiVersion: readVersion(apiVersion) }),
  };
}

export type DeliveryOrder = Readonly<{ events: readonly string[]; apiVersion: string | null }>;

export function readDelivery({ events, apiVersion }: JsonRecord): DeliveryOrder {
  if (!Array.isArray(events) || !events.every((id) => typeof id === 'string'))
    throw new BadInput('events must be a list of ids.');
  return { events, apiVersion: apiVersion === undefined ? null : readVersion(apiVersion) };
}

function readVersion(version: unknown): string | null {
  if (version === null || version === PINNED_VERSION) return null;
  if (version === OLD_VERSION) return OLD_VERSION;
  throw new BadInput(`apiVersion must be ${PINNED_VERSION} or ${OLD_VERSION}.`);
}

const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 3600;
