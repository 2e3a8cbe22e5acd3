import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type { WebhookVerifier, WebhookHint } from '../../contract/webhook.ts';
import { at, idIn, listOf } from '../../kit/json.ts';
import { challengeIn, headerIn, isSameSecret, jsonIn, signatureOf } from '../../kit/signatures.ts';

/** The signed text is this prefix and the body. */
const SCHEME = 'hmacsha256=';

/** Webhooks about notifications of organizations (learn.microsoft.com/linkedin/shared/api-guide/webhook-validation). */
export function linkedinWebhookVerifier({ linkedin: { keys } }: PlatformApps): WebhookVerifier {
  const secret = keys?.secret ?? null;
  const fields = 'event type ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS of each organization';
  return {
    name: 'linkedin',
    registrations: keys ? [{ app: 'linkedin', fields, verifyToken: null }] : [],

    /** LinkedIn sends a challenge at registration and every two hours, and waits three seconds for the response. */
    handshake(query) {
      const challengeCode = challengeIn(query['challengeCode']);
      // Posthorn never signs a challenge that begins like a delivery.
      if (challengeCode === null || secret === null || challengeCode.startsWith(SCHEME)) return null;
      const challengeResponse = signatureOf(secret, 'hex', challengeCode);
      return { type: 'application/json', body: JSON.stringify({ challengeCode, challengeResponse }) };
    },

    isSigned(rawBody, headers) {
      const signature = headerIn(headers, 'x-li-signature');
      if (signature === null || secret === null) return false;
      return isSameSecret(
        signature.replace(SCHEME, '').toLowerCase(),
        signatureOf(secret, 'hex', SCHEME, rawBody),
      );
    },

    hints(rawBody) {
      return listOf(at(jsonIn(rawBody), 'notifications')).flatMap((notification): WebhookHint[] => {
        const accountRemoteId = idIn(at(notification, 'organizationalEntity'));
        const postRemoteId = idIn(at(notification, 'sourcePost'));
        return accountRemoteId === null ? [] : [{ platform: 'linkedin', accountRemoteId, postRemoteId }];
      });
    },
  };
}
