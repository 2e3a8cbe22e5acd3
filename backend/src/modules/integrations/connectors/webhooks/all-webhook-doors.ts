import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type { DoorName, WebhookDoor } from '../contract/webhook.ts';
import { LinkedInWebhookDoor } from '../linkedin/webhook-door.ts';
import { MetaWebhookDoor } from '../meta/webhook-door.ts';
import { ThreadsWebhookDoor } from '../threads/webhook-door.ts';
import { TikTokWebhookDoor } from '../tiktok/webhook-door.ts';
import { TwitterWebhookDoor } from '../twitter/webhook-door.ts';

/** The platforms that tell of comments by themselves. */
export const allWebhookDoors = (apps: PlatformApps): Readonly<Record<DoorName, WebhookDoor>> => ({
  meta: new MetaWebhookDoor(apps),
  threads: new ThreadsWebhookDoor(apps),
  twitter: new TwitterWebhookDoor(apps),
  linkedin: new LinkedInWebhookDoor(apps),
  tiktok: new TikTokWebhookDoor(apps),
});
