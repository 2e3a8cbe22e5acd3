import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type { WebhookVerifier } from '../../contract/webhook.ts';
import { at, idIn } from '../../kit/json.ts';
import { challengeIn, headerIn, isSameSecret, jsonIn, signatureOf } from '../../kit/signatures.ts';

/**
 * Webhooks of the X Activity API (docs.x.com/x-api/webhooks/introduction). X signs with the secret of the API key, not with the
 * OAuth 2.0 secret.
 */
export function twitterWebhookVerifier({ xConsumerSecret: secret }: PlatformApps): WebhookVerifier {
  const fields = 'event types post.reply.create and post.mention.create of each account';
  return {
    name: 'twitter',
    registrations: secret === null ? [] : [{ app: 'twitter', fields, verifyToken: null }],
    missing: 'set X_CONSUMER_SECRET, the secret of the API key, which X signs with',

    /** X sends a challenge at registration and every hour. */
    handshake(query) {
      const token = challengeIn(query['crc_token']);
      if (token === null || secret === null) return null;
      const response_token = `sha256=${signatureOf(secret, 'base64', token)}`;
      return { type: 'application/json', body: JSON.stringify({ response_token }) };
    },

    isSigned(rawBody, headers) {
      const signature = headerIn(headers, 'x-twitter-webhooks-signature');
      if (signature === null || secret === null) return false;
      return isSameSecret(signature, `sha256=${signatureOf(secret, 'base64', rawBody)}`);
    },

    hints(rawBody) {
      const data = at(jsonIn(rawBody), 'data');
      const accountRemoteId = idIn(at(data, 'filter', 'user_id'));
      if (accountRemoteId === null) return [];
      return [
        { platform: 'twitter', accountRemoteId, postRemoteId: idIn(at(data, 'payload', 'conversation_id')) },
      ];
    },
  };
}
