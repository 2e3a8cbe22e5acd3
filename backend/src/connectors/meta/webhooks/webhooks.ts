import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type { WebhookVerifier, WebhookHint } from '../../contract/webhook.ts';
import { at, idIn, listOf } from '../../kit/json.ts';
import { jsonIn } from '../../kit/signatures.ts';
import { hubHandshake, isHubSigned, verifyTokenOf } from './hub-webhook.ts';

const FIELDS: Readonly<Partial<Record<AppName, string>>> = {
  facebook: 'object Page, field feed; object Instagram, field comments',
  'instagram-login': 'field comments',
};

/** The webhooks of Pages and Instagram accounts. Two applications use one URL. */
export function metaWebhookVerifier(apps: PlatformApps): WebhookVerifier {
  const keys = (['facebook', 'instagram-login'] as const).flatMap((app) => {
    const secret = apps[app].keys?.secret;
    return secret === undefined ? [] : [{ app, secret }];
  });
  const secrets = keys.map(({ secret }) => secret);
  return {
    name: 'meta',
    registrations: keys.map(({ app, secret }) => ({
      app,
      fields: FIELDS[app] ?? '',
      verifyToken: verifyTokenOf(secret),
    })),
    handshake: (query) => hubHandshake(query, secrets),
    isSigned: (rawBody, headers) => isHubSigned(rawBody, headers, secrets),

    hints(rawBody) {
      const body = jsonIn(rawBody);
      const object = at(body, 'object');
      return listOf(at(body, 'entry')).flatMap((entry) => {
        const accountRemoteId = idIn(at(entry, 'id'));
        if (accountRemoteId === null) return [];
        const account = { accountRemoteId };
        if (object === 'page')
          return changesIn(entry, 'feed').flatMap((change) => hintsOfPage(change, account));
        if (object === 'instagram')
          return changesIn(entry, 'comments').map((value) => ({
            platform: 'instagram' as const,
            ...account,
            postRemoteId: idIn(at(value, 'media', 'id')),
          }));
        return [];
      });
    },
  };
}

/** The values of a field: in a list of changes, or on the entry itself, as Instagram Login may send them. */
const changesIn = (entry: JsonValue, field: string): readonly (JsonValue | undefined)[] =>
  [...listOf(at(entry, 'changes')), entry]
    .filter((change) => at(change, 'field') === field)
    .map((change) => at(change, 'value'));

/** The hint for a change in the feed of a Page. The feed also reports likes, shares and own posts, which give no hint. */
const hintsOfPage = (
  value: JsonValue | undefined,
  account: Readonly<{ accountRemoteId: string }>,
): readonly WebhookHint[] =>
  at(value, 'item') === 'comment'
    ? [{ platform: 'facebook', ...account, postRemoteId: idIn(at(value, 'post_id')) }]
    : [];
