import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type { WebhookName, WebhookVerifier } from './contract/webhook.ts';
import { linkedinWebhookVerifier } from './linkedin/webhooks/webhooks.ts';
import { metaWebhookVerifier } from './meta/webhooks/webhooks.ts';
import { threadsWebhookVerifier } from './threads/webhooks/webhooks.ts';
import { tiktokWebhookVerifier } from './tiktok/webhooks/webhooks.ts';
import { twitterWebhookVerifier } from './twitter/webhooks/webhooks.ts';

/** The verifiers for platforms that send webhooks about comments. */
export const allWebhookVerifiers = (apps: PlatformApps): Readonly<Record<WebhookName, WebhookVerifier>> => ({
  meta: metaWebhookVerifier(apps),
  threads: threadsWebhookVerifier(apps),
  twitter: twitterWebhookVerifier(apps),
  linkedin: linkedinWebhookVerifier(apps),
  tiktok: tiktokWebhookVerifier(apps),
});
