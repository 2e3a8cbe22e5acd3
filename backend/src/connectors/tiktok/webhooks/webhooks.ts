import { HOUR_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type { WebhookVerifier } from '../../contract/webhook.ts';
import { at, idIn, textOf } from '../../kit/json.ts';
import { headerIn, isSameSecret, jsonIn, signatureOf } from '../../kit/signatures.ts';

/**
 * The maximum age of a delivery. TikTok retries for 72 hours (developers.tiktok.com/doc/webhooks-overview), and always sends the
 * time of its first attempt.
 */
const AGE_MAX = 73 * HOUR_MS;
/** TikTok's clock may be this far ahead of ours. */
const CLOCK_DIFFERENCE = 5 * MINUTE_MS;

/** The webhooks of the API for Business report comments. TikTok does not check a registered URL. */
export function tiktokWebhookVerifier({ 'tiktok-business': { keys } }: PlatformApps): WebhookVerifier {
  const secret = keys?.secret ?? null;
  return {
    name: 'tiktok',
    registrations: keys ? [{ app: 'tiktok-business', fields: 'event type COMMENT', verifyToken: null }] : [],
    missing:
      'set TIKTOK_BUSINESS_APP_ID and TIKTOK_BUSINESS_SECRET, the keys of the TikTok product that reports them',

    isSigned(rawBody, headers, now) {
      const signature = headerIn(headers, 'tiktok-signature');
      const [, seconds, digest] = /^t=(\d{1,12}),\s*s=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
      if (seconds === undefined || digest === undefined || secret === null) return false;
      const age = now.getTime() - Number(seconds) * 1000;
      if (age > AGE_MAX || age < -CLOCK_DIFFERENCE) return false;
      return isSameSecret(digest, signatureOf(secret, 'hex', `${seconds}.`, rawBody));
    },

    hints(rawBody) {
      const body = jsonIn(rawBody);
      const accountRemoteId = idIn(at(body, 'user_openid'));
      const content = textOf(at(body, 'content'));
      if (accountRemoteId === null || content === null) return [];
      return [{ platform: 'tiktok', accountRemoteId, postRemoteId: videoIn(content) }];
    },
  };
}

/**
 * The video id in the content, which is JSON in a string. Ids have too many digits for a JavaScript number, so this first turns
 * them into strings.
 */
const videoIn = (content: string): string | null =>
  idIn(at(jsonIn(content.replace(/("\w+_id"\s*:\s*)(\d+)/g, '$1"$2"')), 'video_id'));
