import type { Exchange } from '../../http/exchange.ts';
import { textOf } from '../../http/json.ts';
import type { Params, Route } from '../../http/router.ts';
import { CLIENT } from '../../oauth/authorization-server.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { denied, notFound, notValid } from './linkedin-refusal.ts';
import { organizationsOf, personUrn, type LinkedInPeople } from './people.ts';

const KEY =
  /^\(developerApplication:([^,]+),user:([^,]+),entity:([^,]+),eventType:ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS\)$/;
const LIFETIME_MS = 60 * 86_400_000;

type SubscriptionKey = Readonly<{ entity: string; user: string }>;

/** Event subscriptions of organizations, created by a member who administers them. */
export function subscriptionRoutes(context: SandboxContext, people: LinkedInPeople): readonly Route[] {
  const { subscriptions, now } = context;
  const pattern = '/rest/eventSubscriptions/:key';
  const authorize = (exchange: Exchange, { key = '' }: Params): SubscriptionKey => {
    const { account } = people.versioned(exchange, 'rw_organization_admin');
    const [, app, user = '', entity = ''] = (KEY.exec(key) ?? []).map((part) => decodeURIComponent(part));
    if (app !== `urn:li:developerApplication:${CLIENT.id}`)
      throw notValid('ILLEGAL_ARGUMENT', 'The key names no application');
    const isAdministrator = organizationsOf(account).some(
      ({ urn, role }) => urn === entity && role === 'ADMINISTRATOR',
    );
    if (user !== personUrn(account) || !isAdministrator) throw denied('eventSubscriptions');
    return { entity, user };
  };
  return [
    {
      method: 'GET',
      pattern,
      run: (exchange, params) => {
        const { entity, user } = authorize(exchange, params);
        const webhook = subscriptions.subscriptionOf('linkedin', entity, user)?.['webhook'];
        if (webhook === undefined) throw notFound();
        exchange.reply(200, { webhook, expiresAt: now() + LIFETIME_MS });
      },
    },
    {
      method: 'PUT',
      pattern,
      run: async (exchange, params) => {
        const { entity, user } = authorize(exchange, params);
        const webhook = textOf((await exchange.json())?.['webhook']) ?? '';
        if (webhook !== `${context.appUrl()}/api/webhooks/linkedin`)
          throw notValid('ILLEGAL_ARGUMENT', 'The webhook is not registered for this application');
        subscriptions.begin('linkedin', entity, { webhook }, user);
        exchange.send(200, '', 'application/json');
      },
    },
    {
      method: 'DELETE',
      pattern,
      run: (exchange, params) => {
        const { entity, user } = authorize(exchange, params);
        subscriptions.end('linkedin', entity, user);
        exchange.send(204, '', 'application/json');
      },
    },
  ];
}
