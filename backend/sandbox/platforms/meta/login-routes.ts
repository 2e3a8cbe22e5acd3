import type { Exchange } from '../../http/exchange.ts';
import type { Refusal } from '../../http/refusal.ts';
import type { Params, Route } from '../../http/router.ts';
import { CLIENT, OAuthFault } from '../../oauth/authorization-server.ts';
import { portraitOf } from '../../pages/portraits.ts';
import { graphRefusal, invalidParameter, missingObject, missingPermission } from './graph-refusal.ts';
import { LASTING, tokenIn, type Caller, type MetaApp } from './meta-app.ts';
import { businessesOf, listedPagesOf, userId, type FacebookPage } from './people.ts';

const PAGES_MAX = 100;

/** Tokens and their permissions. Both hosts of the sandbox answer these calls, because in production they are one host. */
export const loginRoutes = (app: MetaApp): readonly Route[] => [
  {
    method: 'GET',
    pattern: '/oauth/access_token',
    run: (exchange) => {
      sendToken(exchange, app);
    },
  },
  {
    method: 'GET',
    pattern: '/debug_token',
    run: (exchange) => {
      describeToken(exchange, app);
    },
  },
  {
    method: 'GET',
    pattern: '/me',
    run: (exchange) => {
      const { account, page } = app.authenticate(exchange, 'facebook');
      exchange.reply(200, page ? { id: page.id, name: page.name } : { id: userId(account), name: account });
    },
  },
  {
    method: 'GET',
    pattern: '/me/permissions',
    run: (exchange) => {
      const { scopes } = app.authenticate(exchange, 'facebook');
      exchange.reply(200, {
        data: scopes
          .filter((scope) => scope !== LASTING)
          .map((permission) => ({ permission, status: 'granted' })),
      });
    },
  },
  {
    method: 'GET',
    pattern: '/me/accounts',
    run: (exchange) => {
      listPages(exchange, app);
    },
  },
  {
    method: 'GET',
    pattern: '/me/businesses',
    run: (exchange) => {
      listBusinesses(exchange, app);
    },
  },
  ...(['owned_pages', 'client_pages'] as const).map((edge): Route => ({
    method: 'GET',
    pattern: `/:business/${edge}`,
    run: (exchange, params) => {
      listBusinessPages(exchange, app, params, edge);
    },
  })),
];

function sendToken(exchange: Exchange, app: MetaApp): void {
  const { query } = exchange;
  if (query.get('grant_type') === 'fb_exchange_token') {
    checkClient(query);
    const lasting = app.exchange(query.get('fb_exchange_token') ?? '');
    if (!lasting) throw graphRefusal(190, 'Error validating access token: it cannot be exchanged.');
    const { accessToken, accessSeconds } = lasting;
    exchange.reply(200, { access_token: accessToken, token_type: 'bearer', expires_in: accessSeconds });
    return;
  }
  try {
    const { accessToken, accessSeconds } = app.authorization.redeem({
      clientId: query.get('client_id') ?? '',
      clientSecret: query.get('client_secret') ?? '',
      code: query.get('code') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
      verifier: null,
    });
    exchange.reply(200, { access_token: accessToken, token_type: 'bearer', expires_in: accessSeconds });
  } catch (error) {
    throw error instanceof OAuthFault ? refusedCode(error) : error;
  }
}

const refusedCode = ({ error, description }: OAuthFault): Refusal =>
  error === 'invalid_client'
    ? graphRefusal(1, 'Error validating client secret.')
    : graphRefusal(100, `Error validating verification code. ${description}`, { subcode: 36008 });

function checkClient(query: URLSearchParams): void {
  if (query.get('client_id') !== CLIENT.id || query.get('client_secret') !== CLIENT.secret)
    throw graphRefusal(1, 'Error validating client secret.');
}

/** Requires the app token: the app's id and secret. */
function describeToken(exchange: Exchange, app: MetaApp): void {
  if (tokenIn(exchange, exchange.query) !== `${CLIENT.id}|${CLIENT.secret}`)
    throw graphRefusal(190, 'Invalid OAuth access token - Cannot parse access token');
  exchange.reply(200, { data: app.describe(exchange.query.get('input_token') ?? '') });
}

/** The error for a field that Pages do not have. */
const nonexisting = (field: string): Refusal =>
  invalidParameter(`Tried accessing nonexisting field (${field}) on node type (Page)`);

function listPages(exchange: Exchange, app: MetaApp): void {
  const caller = app.authenticate(exchange, 'facebook');
  const pages = caller.scopes.includes('pages_show_list') ? listedPagesOf(caller.account) : [];
  sendPage(exchange, pages, (page) => ({ ...pageView(app, caller, page), tasks: page.tasks }));
}

function listBusinesses(exchange: Exchange, app: MetaApp): void {
  const { account } = businessCaller(exchange, app);
  sendPage(exchange, businessesOf(account), ({ id, name }) => ({ id, name }));
}

function listBusinessPages(
  exchange: Exchange,
  app: MetaApp,
  { business: id = '' }: Params,
  edge: 'owned_pages' | 'client_pages',
): void {
  const caller = businessCaller(exchange, app);
  const business = businessesOf(caller.account).find((one) => one.id === id);
  if (!business) throw missingObject('GET', id);
  if (exchange.query.get('fields')?.split(',').includes('tasks')) throw nonexisting('tasks');
  sendPage(exchange, business[edge], (page) => pageView(app, caller, page));
}

function businessCaller(exchange: Exchange, app: MetaApp): Caller {
  const caller = app.authenticate(exchange, 'facebook');
  if (!caller.scopes.includes('business_management')) throw missingPermission('business_management');
  return caller;
}

const pageView = (app: MetaApp, caller: Caller, page: FacebookPage): object => ({
  id: page.id,
  name: page.name,
  ...(page.username !== null && { username: page.username }),
  access_token: app.pageToken(caller, page),
  picture: { data: { height: 200, is_silhouette: false, url: portraitOf(page.name), width: 200 } },
  ...(page.instagram &&
    caller.scopes.includes('instagram_basic') && {
      instagram_business_account: {
        ...page.instagram,
        profile_picture_url: portraitOf(page.instagram.username),
      },
    }),
});

function sendPage<Item extends Readonly<{ id: string }>>(
  exchange: Exchange,
  items: readonly Item[],
  view: (item: Item) => object,
): void {
  const limit = Math.min(Number(exchange.query.get('limit') ?? 25), PAGES_MAX);
  if (!Number.isInteger(limit) || limit < 1) throw invalidParameter('Param limit must be a number above 0');
  const from = items.findIndex(({ id }) => id === exchange.query.get('after')) + 1;
  const shown = items.slice(from, from + limit);
  const after = shown.at(-1)?.id ?? '';
  const hasMore = from + limit < items.length;
  exchange.reply(200, {
    data: shown.map(view),
    paging: {
      cursors: { before: shown[0]?.id ?? '', after },
      ...(hasMore && { next: `https://${exchange.host}${exchange.url.pathname}?after=${after}` }),
    },
  });
}
