import type { Exchange } from '../../http/exchange.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/router.ts';
import { CLIENT, OAuthFault, type Holder } from '../../oauth/authorization-server.ts';
import { tokenLife } from '../../oauth/token-life.ts';
import { portraitOf } from '../../pages/portraits.ts';
import { invalidParameter, refusedToken } from '../meta/graph-refusal.ts';
import { subscribedRoutes } from '../meta/subscribed-apps.ts';
import { ownInstagram } from '../meta/people.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { InstagramLoginApp } from './login-app.ts';

/** Distinguishes these subscriptions from those through the Page of the account. */
const BY_LOGIN = 'by-login';
const DAY_SECONDS = 86_400;
const LONG_LIVED_SECONDS = 60 * DAY_SECONDS;

/**
 * Instagram Login: a code is exchanged for a token of one hour, and that token for one of sixty days. A token that is at least a day old
 * can be exchanged for a new one of sixty days.
 */
export const instagramLoginRoutes = (context: SandboxContext, app: InstagramLoginApp): readonly Route[] => {
  const longLivedToken = (holder: Holder): object => {
    const { accessToken, accessSeconds } = app.authorization.issue(holder, LONG_LIVED_SECONDS);
    return { access_token: accessToken, token_type: 'bearer', expires_in: accessSeconds };
  };
  const holderIn = (exchange: Exchange) => {
    const token = exchange.query.get('access_token') ?? '';
    const holder = app.authorization.holderOf(token);
    if (typeof holder === 'string') throw refusedToken(holder);
    return { holder, ...tokenLife(token, context) };
  };
  const { subscriptions } = context;
  const webhookRoutes = subscribedRoutes('/me/subscribed_apps', context, {
    ownerOf: (exchange, fields) =>
      app.instagram(exchange, { scope: 'instagram_manage_comments', fields }).instagram,
    fields: ['comments'],
    fieldOf: ({ id }) => subscriptions.subscriptionOf('instagram', id, BY_LOGIN)?.['field'] ?? null,
    begin: ({ id }, field) => {
      subscriptions.begin('instagram', id, { field }, BY_LOGIN);
    },
    end: ({ id }) => {
      subscriptions.end('instagram', id, BY_LOGIN);
    },
  });
  return [
    ...webhookRoutes,
    { method: 'POST', pattern: '/oauth/access_token', run: (exchange) => redeem(exchange, app) },
    {
      method: 'GET',
      pattern: '/access_token',
      run: (exchange) => {
        const { query } = exchange;
        if (query.get('grant_type') !== 'ig_exchange_token') throw invalidParameter('Invalid grant_type');
        if (query.get('client_secret') !== CLIENT.secret) throw invalidParameter('Invalid client_secret');
        const { holder, lifeSeconds } = holderIn(exchange);
        if (lifeSeconds > DAY_SECONDS) throw invalidParameter('This token is long-lived already');
        exchange.reply(200, longLivedToken(holder));
      },
    },
    {
      method: 'GET',
      pattern: '/refresh_access_token',
      run: (exchange) => {
        const { query } = exchange;
        if (query.get('grant_type') !== 'ig_refresh_token') throw invalidParameter('Invalid grant_type');
        const { holder, lifeSeconds, ageSeconds } = holderIn(exchange);
        if (lifeSeconds <= DAY_SECONDS) throw invalidParameter('Only long-lived tokens can be refreshed');
        if (ageSeconds < DAY_SECONDS) throw invalidParameter('The token must be at least 24 hours old');
        exchange.reply(200, longLivedToken(holder));
      },
    },
    {
      method: 'GET',
      pattern: '/me',
      run: (exchange) => {
        const { account } = app.authenticate(exchange);
        const { id, username, name } = ownInstagram(account);
        const type = account.startsWith('personal') ? 'PERSONAL' : 'BUSINESS';
        // `id` is the account's id for this application only.
        const profile = { username, name, profile_picture_url: portraitOf(username), account_type: type };
        exchange.reply(200, { id: `9${id.slice(1)}`, user_id: id, ...profile });
      },
    },
  ];
};

async function redeem(exchange: Exchange, app: InstagramLoginApp): Promise<void> {
  const fields = new URLSearchParams(await exchange.text());
  const field = (name: string): string => fields.get(name) ?? '';
  if (field('grant_type') !== 'authorization_code') throw loginRefusal('Invalid grant_type');
  const client = { clientId: field('client_id'), clientSecret: field('client_secret') };
  const grant = { code: field('code'), redirectUri: field('redirect_uri'), verifier: null };
  try {
    const { accessToken, holder } = app.authorization.redeem({ ...client, ...grant });
    const { id } = ownInstagram(holder.account);
    // The id is a JSON number, as on Instagram: a client that parses it as a number loses its last digits.
    const body = `{"data":[{"access_token":${JSON.stringify(accessToken)},"user_id":${id},"permissions":${JSON.stringify(holder.scopes.join(','))}}]}`;
    exchange.send(200, body, 'application/json; charset=utf-8');
  } catch (error) {
    if (error instanceof OAuthFault) throw loginRefusal(error.description);
    throw error;
  }
}

/** This call alone has its own error format. */
const loginRefusal = (message: string): Refusal =>
  new Refusal(400, { error_type: 'OAuthException', code: 400, error_message: message });
