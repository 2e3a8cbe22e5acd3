import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type { WebhookVerifier, WebhookHint } from '../../contract/webhook.ts';
import { at, idIn } from '../../kit/json.ts';
import { hubHandshake, isHubSigned, verifyTokenOf } from '../../meta/webhooks/hub-webhook.ts';
import { jsonIn } from '../../kit/signatures.ts';

/** Replies on Threads (developers.facebook.com/docs/threads/webhooks). */
export function threadsWebhookVerifier({ threads: { keys }, facebook }: PlatformApps): WebhookVerifier {
  // The documentation does not say which secret signs: that of the Threads app or that of the Meta app.
  const secrets = keys ? [keys.secret, ...(facebook.keys ? [facebook.keys.secret] : [])] : [];
  const fields = 'topic moderate: replies, delete';
  return {
    name: 'threads',
    registrations: keys ? [{ app: 'threads', fields, verifyToken: verifyTokenOf(keys.secret) }] : [],
    handshake: (query) => hubHandshake(query, secrets),
    isSigned: (rawBody, headers) => isHubSigned(rawBody, headers, secrets),

    /** One hint for the owner of the thread's first post, and one for the recipient of the delivery. Both are usually the same account. */
    hints(rawBody) {
      const body = jsonIn(rawBody);
      const root = at(body, 'values', 'value', 'root_post');
      const accounts = [at(root, 'owner_id'), at(body, 'target_id')].map(idIn);
      return [...new Set(accounts)].flatMap((accountRemoteId): WebhookHint[] =>
        accountRemoteId === null
          ? []
          : [{ platform: 'threads', accountRemoteId, postRemoteId: idIn(at(root, 'id')) }],
      );
    },
  };
}
