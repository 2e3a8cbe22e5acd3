import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type { DoorName, WebhookDoor } from './contract/webhook.ts';
import { linkedinWebhookDoor } from './linkedin/webhooks/webhooks.ts';
import { metaWebhookDoor } from './meta/webhooks/webhooks.ts';
import { threadsWebhookDoor } from './threads/webhooks/webhooks.ts';
import { tiktokWebhookDoor } from './tiktok/webhooks/webhooks.ts';
import { twitterWebhookDoor } from './twitter/webhooks/webhooks.ts';

/** The platforms that send webhooks about comments. */
export const allWebhookDoors = (apps: PlatformApps): Readonly<Record<DoorName, WebhookDoor>> => ({
  meta: metaWebhookDoor(apps),
  threads: threadsWebhookDoor(apps),
  twitter: twitterWebhookDoor(apps),
  linkedin: linkedinWebhookDoor(apps),
  tiktok: tiktokWebhookDoor(apps),
});
