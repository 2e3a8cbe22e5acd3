import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type { DoorName, WebhookDoor } from '../contract/webhook.ts';
import { linkedinWebhookDoor } from '../linkedin/webhook-door.ts';
import { metaWebhookDoor } from '../meta/webhook-door.ts';
import { threadsWebhookDoor } from '../threads/webhook-door.ts';
import { tiktokWebhookDoor } from '../tiktok/webhook-door.ts';
import { twitterWebhookDoor } from '../twitter/webhook-door.ts';

/** The platforms that tell of comments by themselves. */
export const allWebhookDoors = (apps: PlatformApps): Readonly<Record<DoorName, WebhookDoor>> => ({
  meta: metaWebhookDoor(apps),
  threads: threadsWebhookDoor(apps),
  twitter: twitterWebhookDoor(apps),
  linkedin: linkedinWebhookDoor(apps),
  tiktok: tiktokWebhookDoor(apps),
});
