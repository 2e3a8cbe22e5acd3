import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountExportReply } from '@posthorn/contracts/identity/account-export.http';
import type { UploadReply } from '@posthorn/contracts/shared/media.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import sharp from 'sharp';
import { CALL_TABLE } from '#modules/external-api/document/call-table.ts';
import { OpenIdProvider } from '#modules/identity/testing/open-id-provider.ts';
import { BrowserlessClient, newestLink } from './browserless-client.ts';
import { signInByProvider } from './by-provider.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { keptStateOver, picturesAreFetched } from './kept-data.ts';
import { startProduct, type Product } from './product.ts';
import { routeTable } from './route-table.ts';
import { SandboxControl } from './sandbox-control.ts';

// Calls every route as the owner, as another user, without a session and with HEAD, and with each kind of origin.
// Only the owner may change anything, and only from the product's own pages.

type Call = Readonly<{ path?: string; body?: unknown; by?: BrowserlessClient }>;
/** The expected status for each caller. Null means: the spec makes no request as this caller. */
type Row = Readonly<{
  owner: number;
  other: number | null;
  anonymous: number | null;
  /** The status of HEAD for another user if it differs from that of GET, because HEAD starts no consent. */
  otherHead?: number;
  /** Creates something of Ana's for this row alone, because the call changes it. Default: Ana calls the path of the route. */
  call?: () => Call | Promise<Call>;
  /** Whether workers continue after the response to the owner's call. */
  continuesInWorkers?: true;
  /** Not a GET, but without an effect on stored data. */
  changesNothing?: true;
  /** The route requires a proof in the request, and accepts every origin. */
  fromAnywhere?: true;
  /** The route accepts only an API token and ignores cookies. Other specs cover what tokens allow. */
  byToken?: true;
  /** A GET with an effect, and the origin from which it is allowed. */
  effectFrom?: string;
}>;

/** Without Premium the response is the same for every post. */
const FOR_PREMIUM = { owner: 200, other: 403, anonymous: 401 } as const;
const DAYS = 'from=2026-01-01&to=2026-01-31';
const OWN_LIST = { owner: 200, other: 200, anonymous: 401 } as const;
const OPEN_PAGE = { owner: 200, other: 200, anonymous: 200 } as const;
const OF_POST = { owner: 200, other: 404, anonymous: 401 } as const;
const NOTHING_FOUND = { owner: 404, other: 404, anonymous: 401 } as const;
/** The route ignores sessions: it accepts only a platform that proves its identity. */
const OF_PLATFORM = { owner: 401, other: 401, anonymous: 401 } as const;
/** The route accepts only a mailed code and ignores sessions. */
const CODE_ALONE = { owner: 401, other: 401, anonymous: 401, changesNothing: true } as const;
/** The route ignores sessions and accepts only an API token. */
const BY_TOKEN = { owner: 401, other: 401, anonymous: 401, changesNothing: true, byToken: true } as const;
const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();
const postRequest = (content = SECRET_TEXT) => ({
  content,
  scheduledFor: inOneHour(),
  selectedAccountIds: [dataOfAna.account],
});

function ofEve(start: string): Row {
  return {
    ...OWN_LIST,
    call: async () => {
      const { body } = await eve.client.get<{ username: string }>('/api/auth/user');
      return { path: start + body.username };
    },
  };
}

/** A path of Eve's link page. */
function ofEvesPage(start: string, end = ''): Row {
  return {
    ...OPEN_PAGE,
    call: async () => {
      const { body } = await eve.client.get<{ id: string }>('/api/auth/user');
      const handle = 'eve_of_the_valley';
      expect((await eve.client.call('PATCH', `/api/users/${body.id}`, { handle })).status).toBe(200);
      return { path: start + handle + end };
    },
  };
}

/** Redirects a signed-in user to the platform's page, and a visitor to the sign-in page. */
const TO_CONSENT = { owner: 302, other: 302, anonymous: 303, call: () => ({}) } as const;
/** The browser has started no flow, so the callback redirects it to a page with that error. */
const FROM_CONSENT = { owner: 303, other: 303, anonymous: 303, call: () => ({}) } as const;
/** HEAD starts no sign-in. Its response is that of the page with the button. */
const TO_PROVIDER = { owner: 303, other: null, anonymous: null } as const;
const CONSENTS = [
  ...['facebook', 'threads', 'twitter', 'tiktok', 'youtube', 'pinterest', 'snapchat'].map(
    (app) => `/api/auth/${app}`,
  ),
  '/api/connect/linkedin',
  '/api/auth/instagram-login',
];

const rows: Readonly<Record<string, Row>> = {
  'GET /health/live': OPEN_PAGE,
  'GET /health/ready': OPEN_PAGE,
  'GET /metrics': OPEN_PAGE,
  'GET /media/:name': { ...OPEN_PAGE, call: () => ({ path: dataOfAna.picture }) },
  'GET /api/app': OPEN_PAGE,
  'GET /api/login': OPEN_PAGE,
  'POST /api/login': {
    owner: 202,
    other: null,
    anonymous: null,
    call: () => ({ body: { email: ANA } }),
  },
  'GET /api/login/verify': {
    owner: 200,
    other: 200,
    anonymous: 200,
    call: () => ({ path: `/api/login/verify?token=${'a'.repeat(43)}` }),
  },
  'GET /api/login/code': OPEN_PAGE,
  'POST /api/login/code': CODE_ALONE,
  'POST /api/login/verify': { owner: 204, other: 401, anonymous: 401, call: requestedLink },
  'GET /api/email/verify': {
    owner: 200,
    other: 200,
    anonymous: 403,
    call: () => ({ path: `/api/email/verify?token=${'a'.repeat(43)}` }),
  },
  'POST /api/email/verify': {
    owner: 204,
    other: 403,
    anonymous: 403,
    call: async () => requestedAddress(await Creator.signedIn(product)),
  },
  'GET /api/email/not-me': {
    ...OPEN_PAGE,
    call: () => ({ path: `/api/email/not-me?token=${'a'.repeat(43)}` }),
  },
  // Every reader of the mail may do this, signed in or not.
  'POST /api/email/not-me': { owner: 204, other: null, anonymous: null, call: changedAddress },
  'GET /api/email/other-account': {
    ...OPEN_PAGE,
    call: () => ({ path: `/api/email/other-account?token=${'a'.repeat(43)}` }),
  },
  // The reader of that mailbox may do this in any browser.
  'POST /api/email/other-account': { owner: 204, other: null, anonymous: null, call: lostAddress },
  'POST /api/account/export': {
    owner: 202,
    other: null,
    anonymous: 401,
    call: async () => ({ by: (await Creator.signedIn(product)).client }),
  },
  // A complete download uses up the link.
  'GET /api/account/export/:token': {
    owner: 200,
    other: 404,
    anonymous: 401,
    effectFrom: 'none',
    call: requestedExport,
  },
  'GET /api/logout': {
    owner: 303,
    other: null,
    anonymous: null,
    effectFrom: 'none',
    call: async () => ({ by: (await Creator.signedIn(product)).client }),
  },
  'POST /api/logout': {
    owner: 204,
    other: null,
    anonymous: null,
    call: async () => ({ by: (await Creator.signedIn(product)).client }),
  },
  'GET /api/events': OWN_LIST,
  'GET /api/auth/user': OWN_LIST,
  'GET /api/auth/sessions': OWN_LIST,
  'GET /api/auth/google': TO_PROVIDER,
  'GET /api/auth/google/callback': FROM_CONSENT,
  'GET /api/auth/linkedin': TO_PROVIDER,
  'GET /api/auth/linkedin/callback': FROM_CONSENT,
  'POST /api/auth/linkedin': { owner: 200, other: 200, anonymous: 200, changesNothing: true },
  'POST /api/auth/google': { owner: 200, other: 200, anonymous: 200, changesNothing: true },
  'GET /api/auth/linked': OWN_LIST,
  'DELETE /api/auth/linked/:provider': { owner: 204, other: 204, anonymous: 401, call: linkedGoogle },
  'DELETE /api/auth/sessions/:id': {
    owner: 204,
    other: 404,
    anonymous: 401,
    call: ownSession,
  },
  'PATCH /api/users/:userId': {
    owner: 200,
    other: 404,
    anonymous: 401,
    call: () => ({ path: `/api/users/${dataOfAna.userId}`, body: { handle: 'ana_of_the_hill' } }),
  },
  // Public on purpose. All callers read Eve's data, because no response may contain data of Ana.
  'GET /api/users/profile/:username': ofEve('/api/users/profile/'),
  'GET /api/users/profile': ofEve('/api/users/profile?username='),
  'GET /api/posts/public/:username': ofEve('/api/posts/public/'),
  'GET /api/posts/public': ofEve('/api/posts/public?username='),
  'GET /u/:handle': ofEvesPage('/u/'),
  // The response is the same for all callers and for missing pages. `clicks.int.spec.ts` covers what the route counts.
  'POST /u/:handle/seen/:linkId': {
    owner: 204,
    other: 204,
    anonymous: 204,
    fromAnywhere: true,
    changesNothing: true,
    call: () => ({ path: '/u/nobody_here/seen/l1' }),
  },
  'GET /u/:handle/card.jpg': ofEvesPage('/u/', '/card.jpg'),
  ...Object.fromEntries<Row>(
    ['user', 'posts', 'accounts'].flatMap((part): [string, Row][] => [
      [`GET /api/linktree/${part}/:handle`, ofEvesPage(`/api/linktree/${part}/`)],
      [`GET /api/linktree/${part}`, ofEvesPage(`/api/linktree/${part}?handle=`)],
    ]),
  ),
  'GET /api/link-page': OWN_LIST,
  'PUT /api/link-page': {
    owner: 204,
    other: null,
    anonymous: 401,
    call: () => ({ body: { sentence: 'Bread, and more bread.' } }),
  },
  'POST /api/link-page/links': {
    owner: 201,
    other: null,
    anonymous: 401,
    call: () => ({ body: OWN_LINK }),
  },
  'PUT /api/link-page/links/order': {
    owner: 204,
    other: 409,
    anonymous: 401,
    call: async () => {
      const { client: by } = await Creator.signedIn(product);
      const linkIds = [await newLink(by), await newLink(by)].reverse();
      return { by, body: { linkIds } };
    },
  },
  'PATCH /api/link-page/links/:id': {
    owner: 204,
    other: 404,
    anonymous: 401,
    call: async () => ({ path: await ownLink(), body: { title: 'My other shop' } }),
  },
  // Deleting a missing link or another user's link returns success: the caller has no such link.
  'DELETE /api/link-page/links/:id': {
    owner: 204,
    other: 204,
    anonymous: 401,
    call: async () => ({ path: await ownLink() }),
  },
  'PATCH /api/link-page/accounts/:accountId': {
    owner: 204,
    other: 404,
    anonymous: 401,
    call: () => ({ path: `/api/link-page/accounts/${String(dataOfAna.account)}`, body: { shown: false } }),
  },
  'PUT /api/link-page/posts/:postId': {
    owner: 204,
    other: 404,
    anonymous: 401,
    call: () => ({
      path: `/api/link-page/posts/${String(dataOfAna.published.post)}`,
      body: { shown: false },
    }),
  },
  'POST /api/users/:userId/banner': {
    owner: 200,
    other: 404,
    anonymous: 401,
    call: async () => ({ path: bannerPath(), body: await photo('banner') }),
  },
  'DELETE /api/users/:userId/banner': {
    owner: 200,
    other: 404,
    anonymous: 401,
    call: async () => {
      expect((await ana.client.post(bannerPath(), await photo('banner'))).status).toBe(200);
      return { path: bannerPath() };
    },
  },
  'POST /api/users/:userId/photo': {
    owner: 200,
    other: 404,
    anonymous: 401,
    call: async () => ({ path: photoPath(), body: await photo('photo') }),
  },
  'DELETE /api/users/:userId/photo': {
    owner: 200,
    other: 404,
    anonymous: 401,
    call: async () => {
      expect((await ana.client.post(photoPath(), await photo('photo'))).status).toBe(200);
      return { path: photoPath() };
    },
  },
  'GET /api/user/timezone': OWN_LIST,
  'PUT /api/user/timezone': {
    owner: 200,
    other: null,
    anonymous: 401,
    call: () => ({ body: { timezone: 'Asia/Kolkata' } }),
  },
  'GET /api/user/settings': OWN_LIST,
  'PUT /api/user/settings': {
    owner: 200,
    other: null,
    anonymous: 401,
    call: () => ({ body: { newComment: 'off' } }),
  },
  'GET /api/tokens': OWN_LIST,
  'POST /api/tokens': {
    owner: 201,
    other: null,
    anonymous: 401,
    call: () => ({ body: { name: 'Blog' } }),
  },
  'DELETE /api/tokens/:id': { owner: 204, other: 404, anonymous: 401, call: ownToken },
  'GET /api/webhook-endpoints': OWN_LIST,
  'POST /api/webhook-endpoints': {
    owner: 201,
    other: null,
    anonymous: 401,
    call: () => ({ body: HOOK }),
  },
  'GET /api/webhook-endpoints/:id': { ...OF_POST, call: () => ofHook('') },
  'PATCH /api/webhook-endpoints/:id': { ...OF_POST, call: () => ofHook('', { types: ['post.*'] }) },
  'DELETE /api/webhook-endpoints/:id': {
    owner: 204,
    other: 404,
    anonymous: 401,
    call: async () => ({ path: await newHook() }),
  },
  // The owner already has the webhook.
  'POST /api/webhook-endpoints/:id/take-over': {
    ...OF_POST,
    changesNothing: true,
    call: () => ofHook('/take-over'),
  },
  'POST /api/webhook-endpoints/:id/rotate': { ...OF_POST, call: () => ofHook('/rotate') },
  'POST /api/webhook-endpoints/:id/test': { ...OF_POST, changesNothing: true, call: () => ofHook('/test') },
  'GET /api/webhook-endpoints/:id/deliveries': { ...OF_POST, call: () => ofHook('/deliveries') },
  // This spec delivers no webhook; `deliveries.int.spec.ts` covers the owner's deliveries.
  'POST /api/webhook-endpoints/:id/deliveries/:eventId/redeliver': {
    ...NOTHING_FOUND,
    changesNothing: true,
    call: () => ofHook('/deliveries/evt_1/redeliver'),
  },
  'POST /api/webhook-endpoints/:id/replay': {
    ...NOTHING_FOUND,
    changesNothing: true,
    call: () => ofHook('/replay', { after: 'evt_1' }),
  },
  ...Object.fromEntries<Row>(
    Object.values(CALL_TABLE).map(({ call: { method, path, scope } }) => [
      `${method} ${path}`,
      scope === undefined ? OPEN_PAGE : BY_TOKEN,
    ]),
  ),
  'GET /docs/api': OPEN_PAGE,
  'POST /mcp': BY_TOKEN,
  'GET /api/notices': OWN_LIST,
  // Ana has no unread notices.
  'POST /api/notices/read': {
    owner: 200,
    other: null,
    anonymous: 401,
    changesNothing: true,
    call: () => ({ body: {} }),
  },
  // The link in a mail is the proof, for every caller. This link is not valid.
  'GET /api/unsubscribe/:token': { owner: 404, other: 404, anonymous: 404 },
  'POST /api/unsubscribe/:token': {
    owner: 404,
    other: 404,
    anonymous: 404,
    fromAnywhere: true,
    changesNothing: true,
  },
  'POST /api/detect-timezone': {
    owner: 200,
    other: null,
    anonymous: 401,
    call: async () => ({
      body: { timezone: 'Europe/Paris', userId: 'another-user' },
      by: (await Creator.signedIn(product)).client,
    }),
  },
  // Neither Ana nor Eve has a TikTok account, so the route redirects both back.
  'GET /api/auth/tiktok-business': { ...TO_CONSENT, owner: 303, other: 303, otherHead: 302 },
  'GET /api/auth/tiktok-business/callback': FROM_CONSENT,
  'GET /api/auth/bluesky': { owner: 302, other: 302, anonymous: 401 },
  'GET /api/auth/mastodon': { owner: 302, other: 302, anonymous: 401 },
  ...Object.fromEntries<Row>(
    CONSENTS.flatMap((path): [string, Row][] => [
      [`GET ${path}`, TO_CONSENT],
      [`GET ${path}/callback`, FROM_CONSENT],
    ]),
  ),
  'POST /api/auth/mastodon/authorize': {
    owner: 200,
    other: null,
    anonymous: 401,
    call: () => ({ body: { instance: 'https://mastodon.sandbox.test' } }),
  },
  'GET /api/auth/mastodon/callback/:host': {
    ...FROM_CONSENT,
    call: () => ({ path: '/api/auth/mastodon/callback/mastodon.sandbox.test?state=nobody' }),
  },
  'GET /media/lent/:name': {
    owner: 404,
    other: 404,
    anonymous: 404,
    call: () => ({ path: `/media/lent/${'a'.repeat(32)}.jpg` }),
  },
  'GET /api/platforms': OWN_LIST,
  'GET /api/billing': OWN_LIST,
  'GET /api/media/usage': OWN_LIST,
  // No user of this spec has begun a checkout.
  'POST /api/billing/refresh': { owner: 200, other: 200, anonymous: 401, changesNothing: true },
  'POST /api/billing/portal': { owner: 409, other: 409, anonymous: 401, changesNothing: true },
  'GET /api/billing/prices': { owner: 200, other: 200, anonymous: 200 },
  'GET /api/stripe/public-key': OWN_LIST,
  // Ana already has Premium.
  'POST /api/create-subscription': { owner: 200, other: null, anonymous: 401, changesNothing: true },
  'POST /api/stripe/webhook': {
    owner: 400,
    other: 400,
    anonymous: 400,
    fromAnywhere: true,
    changesNothing: true,
    call: () => ({ body: { object: 'event' } }),
  },
  'GET /api/webhooks/:door': {
    ...OF_PLATFORM,
    call: () => ({ path: '/api/webhooks/meta?hub.mode=subscribe' }),
  },
  'POST /api/webhooks/:door': {
    ...OF_PLATFORM,
    fromAnywhere: true,
    changesNothing: true,
    call: () => ({ path: '/api/webhooks/meta', body: { object: 'page', entry: [] } }),
  },
  'GET /api/link-preview': {
    owner: 200,
    other: 200,
    anonymous: 401,
    call: () => ({ path: `/api/link-preview?url=${encodeURIComponent('https://127.0.0.1/')}` }),
  },
  'GET /api/link-preview/picture': {
    owner: 404,
    other: 404,
    anonymous: 401,
    call: () => ({ path: `/api/link-preview/picture?url=${encodeURIComponent('https://127.0.0.1/')}` }),
  },
  'GET /api/accounts/:id/publish-fields': {
    owner: 200,
    other: 404,
    anonymous: 401,
    call: () => ({ path: `/api/accounts/${String(dataOfAna.account)}/publish-fields` }),
  },
  'GET /api/accounts/:id/scheduled-posts': {
    owner: 200,
    other: 404,
    anonymous: 401,
    call: () => ({ path: `/api/accounts/${String(dataOfAna.account)}/scheduled-posts` }),
  },
  // Only Ana has Premium.
  'POST /api/ai/reply': {
    owner: 200,
    other: 403,
    anonymous: 401,
    call: () => ({ body: { commentText: 'Lovely!' } }),
  },
  'GET /api/connected-accounts/choices': OWN_LIST,
  'POST /api/connected-accounts/choices': {
    owner: 409,
    other: 409,
    anonymous: 401,
    changesNothing: true,
    call: () => ({ body: { ids: ['nothing-waits'] } }),
  },
  'POST /api/auth/bluesky/connect': {
    owner: 200,
    other: null,
    anonymous: 401,
    call: () => ({ body: { handle: 'another-ana.sandbox.test', appPassword: 'abcd-efgh-ijkl-mnop' } }),
  },
  'POST /api/auth/mastodon/connect': {
    owner: 200,
    other: null,
    anonymous: 401,
    call: () => ({ body: { instance: 'https://mastodon.sandbox.test', accessToken: 'another-ana' } }),
  },
  'GET /api/connected-accounts': OWN_LIST,
  'GET /api/accounts': OWN_LIST,
  'DELETE /api/accounts/:id': {
    owner: 204,
    other: 404,
    anonymous: 401,
    call: async () => ({ path: `/api/accounts/${String((await ana.connectMastodon('to-disconnect')).id)}` }),
  },
  'POST /api/upload-multiple': {
    owner: 201,
    other: null,
    anonymous: 401,
    call: async () => ({ body: await photo() }),
  },
  'GET /api/posts': OWN_LIST,
  'GET /api/posts/summary': OWN_LIST,
  'GET /api/calendar': {
    ...OWN_LIST,
    call: () => ({
      path: `/api/calendar?from=${inOneHour()}&to=${new Date(Date.now() + 7_200_000).toISOString()}`,
    }),
  },
  'POST /api/posts/precheck': {
    owner: 200,
    other: 422,
    anonymous: 401,
    changesNothing: true,
    call: () => ({ body: postRequest() }),
  },
  'POST /api/posts/schedule-warnings': {
    ...OWN_LIST,
    changesNothing: true,
    call: () => ({ body: { scheduledFor: inOneHour(), content: SECRET_TEXT, targets: [{ accountId: 1 }] } }),
  },
  'POST /api/posts/bulk': {
    ...OWN_LIST,
    call: async () => ({ body: { ids: [await newPost()], action: 'delete' } }),
  },
  'POST /api/posts': { owner: 201, other: 422, anonymous: 401, call: () => ({ body: postRequest() }) },
  'GET /api/posts/:id': { ...OF_POST, call: () => ofPost('') },
  'PUT /api/posts/:id': { ...OF_POST, call: () => ({ ...ofPost(''), body: postRequest('Changed') }) },
  'DELETE /api/posts/:id': {
    owner: 200,
    other: 404,
    anonymous: 401,
    call: async () => ({ path: `/api/posts/${String(await newPost())}` }),
  },
  'POST /api/posts/:id/restore': {
    ...OF_POST,
    call: async () => {
      const path = `/api/posts/${String(await newPost())}`;
      expect((await ana.client.call('DELETE', path)).status).toBe(200);
      return { path: `${path}/restore` };
    },
  },
  'POST /api/posts/:id/duplicate': { ...OF_POST, owner: 201, call: () => ofPost('/duplicate') },
  'GET /api/drafts': { ...OWN_LIST, call: () => ofDraft('/api/drafts') },
  'GET /api/drafts/:id': { ...OF_POST, call: () => ofDraft() },
  // Two users may use the same draft id.
  'PUT /api/drafts/:id': {
    owner: 201,
    other: null,
    anonymous: 401,
    call: () => ({ path: `/api/drafts/${randomUUID()}`, body: { content: SECRET_TEXT } }),
  },
  'DELETE /api/drafts/:id': { owner: 204, other: 404, anonymous: 401, call: () => ofDraft() },
  'POST /api/drafts/:id/restore': {
    ...OF_POST,
    call: async () => {
      const { path = '' } = await ofDraft();
      expect((await ana.client.call('DELETE', path)).status).toBe(204);
      return { path: `${path}/restore` };
    },
  },
  'GET /api/posts/:id/history': { ...OF_POST, call: () => ofPost('/history') },
  'GET /api/posts/:id/history/export': { ...OF_POST, call: () => ofPost('/history/export') },
  'GET /api/posts/:id/analytics': { ...FOR_PREMIUM, call: () => ofPost('/analytics') },
  'GET /api/posts/:id/analytics/looks': { ...FOR_PREMIUM, call: () => ofPost('/analytics/looks') },
  // The post is not published yet.
  'POST /api/posts/:id/analytics/refresh': {
    ...FOR_PREMIUM,
    owner: 409,
    changesNothing: true,
    call: () => ofPost('/analytics/refresh'),
  },
  'GET /api/analytics/posts': { ...FOR_PREMIUM, call: () => ({ path: '/api/analytics/posts?ids=1' }) },
  'GET /api/analytics/overview': {
    ...FOR_PREMIUM,
    call: () => ({ path: `/api/analytics/overview?${DAYS}&age=newest` }),
  },
  'GET /api/analytics/export.csv': {
    ...FOR_PREMIUM,
    call: () => ({ path: `/api/analytics/export.csv?${DAYS}&kind=looks` }),
  },
  'GET /api/comments': OWN_LIST,
  'GET /api/comments/summary': OWN_LIST,
  // No user of this spec has a comment; `comments.int.spec.ts` covers the owner's own comments.
  'GET /api/comments/:id': { ...NOTHING_FOUND, call: () => ({ path: '/api/comments/1' }) },
  'PATCH /api/comments/:id': {
    ...NOTHING_FOUND,
    changesNothing: true,
    call: () => ({ path: '/api/comments/1', body: { status: 'read' } }),
  },
  'POST /api/comments/:id/block': {
    ...NOTHING_FOUND,
    changesNothing: true,
    call: () => ({ path: '/api/comments/1/block' }),
  },
  'DELETE /api/comments/:id/block': {
    ...NOTHING_FOUND,
    changesNothing: true,
    call: () => ({ path: '/api/comments/1/block' }),
  },
  'POST /api/comments/read': {
    owner: 200,
    other: 200,
    anonymous: 401,
    changesNothing: true,
    call: () => ({ body: { until: '2030-01-01T00:00:00.000Z' } }),
  },
  ...Object.fromEntries(
    [
      ...['reply', 'reply/check', 'reply/retry', 'reply/confirm', 'hide', 'unhide', 'remove'].map(
        (action) => ['POST', action] as const,
      ),
      ['DELETE', 'reply'] as const,
      ['DELETE', 'auto-reply'] as const,
    ].map(([method, action]) => [
      `${method} /api/comments/:id/${action}`,
      {
        ...NOTHING_FOUND,
        changesNothing: true,
        call: () => ({
          path: `/api/comments/1/${action}`,
          ...(action === 'reply' && method === 'POST' && { body: { replyText: 'Hi' } }),
        }),
      },
    ]),
  ),
  'POST /api/posts/:id/targets/:accountId/check': {
    ...OF_POST,
    continuesInWorkers: true,
    call: () => ofUnknown(0, 'check'),
  },
  'POST /api/posts/:id/targets/:accountId/confirm': {
    ...OF_POST,
    call: async () => ({ ...(await ofUnknown(1, 'confirm')), body: {} }),
  },
  'DELETE /api/posts/:id/targets/:accountId/remote': {
    owner: 202,
    other: 404,
    anonymous: 401,
    continuesInWorkers: true,
    call: () => ofPublished('/remote'),
  },
  'POST /api/posts/:id/targets/:accountId/retry': {
    ...OF_POST,
    continuesInWorkers: true,
    call: () => ofUnknown(2, 'retry'),
  },
  'POST /api/posts/:id/auto-reply/dry-run': {
    ...OF_POST,
    changesNothing: true,
    call: () => ofPost('/auto-reply/dry-run'),
  },
  'GET /api/inbox/settings': OWN_LIST,
  'PUT /api/inbox/settings': {
    owner: 200,
    other: null,
    anonymous: 401,
    call: () => ({ body: { autoReply: 'draft' } }),
  },
  // The last row, because its effects continue after the response.
  'DELETE /api/account': {
    owner: 202,
    other: 422,
    anonymous: 401,
    call: accountToDelete,
  },
};

const TICK = 250;
const ANA = 'ana@ownership.example';
const SECRET_TEXT = 'Words of nobody but Ana';
const SECRETS = [ANA, SECRET_TEXT, 'ana-alone.sandbox.test'];
/** Headers that name the origin of a request. None of them names a page of the product. */
const ORIGINS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'cross-site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'same-site': { 'sec-fetch-site': 'same-site', origin: 'https://pages.evil.example' },
  none: { 'sec-fetch-site': 'none' },
  'null origin': { origin: 'null' },
  absent: {},
};

let product: Product;
let database: Client;
let google: OpenIdProvider;
let ana: Creator;
let eve: Creator;
let dataOfAna: Readonly<{
  userId: string;
  account: number;
  post: number;
  picture: string;
  /** Posts with an unknown outcome. */
  unknown: readonly number[];
  published: Readonly<{ post: number; account: number }>;
}>;

beforeAll(async () => {
  google = await OpenIdProvider.start();
  product = await startProduct({
    env: {
      ...google.env('GOOGLE', 'GOOGLE_ISSUER'),
      COMPLIMENTARY_PREMIUM: ANA,
      // An attempt without a response gets an unknown outcome, and keeps it. On a busy machine, other calls need seconds.
      POSTHORN_PUBLISHING_TIMES: JSON.stringify({
        tick: TICK,
        callWithin: 8_000,
        firstLookUp: 3_600_000,
        longestLookUp: 3_600_000,
        // The product repeats an unsuccessful look-up only when no late call can arrive, which is after this test.
        lateCall: 3_600_000,
      }),
    },
  });
  google.leadBackTo(`${product.url}/api/auth/google/callback`);
  database = new Client({ connectionString: await product.databaseUrl() });
  await database.connect();
  ana = await Creator.signedIn(product, ANA);
  eve = await Creator.signedIn(product);
  const bluesky = await ana.connectBluesky('ana-alone.sandbox.test');
  const { id: account } = bluesky;
  const mastodon = await ana.connectMastodon();
  await new SandboxControl(product.sandboxUrl).fault('mastodon', 'hang', 3);
  const hanging = ['One', 'Two', 'Three'].map((text) => ana.schedule([mastodon], text));
  const unknown = (await Promise.all(hanging)).map(({ body }) => body.id);
  const uploaded = await ana.client.post<UploadReply>('/api/upload-multiple', await photo());
  const { body: user } = await ana.client.get<{ id: string }>('/api/auth/user');
  const picture = uploaded.body.files[0]?.mediaUrl ?? '';
  const { body: posted } = await ana.schedule([bluesky], SECRET_TEXT);
  await ana.settled(posted.id, ['posted'], 60);
  const published = { post: posted.id, account };
  dataOfAna = { userId: user.id, account, post: 0, picture, unknown, published };
  dataOfAna = { ...dataOfAna, post: await newPost() };
  for (const id of unknown) await ana.settled(id, ['unknown'], 60);
});
afterAll(async () => {
  await database.end();
  await Promise.all([product.close(), google.close()]);
});

const storedRows = () => keptStateOver(database, product);

it('has a row for each route', async () => {
  expect(Object.keys(rows).sort()).toEqual(await routeTable());
});

describe.each(Object.entries(rows))('%s', (route, row) => {
  const [method = '', pattern = ''] = route.split(' ');
  const changes = !row.changesNothing && (method !== 'GET' || row.effectFrom !== undefined);

  it('changes stored data only for the owner, from pages of the product', async () => {
    const { path = pattern, body, by = ana.client } = (await row.call?.()) ?? {};
    const send = (cookie: string, headers: Readonly<Record<string, string>>, as = method) =>
      request(as, path, as === 'HEAD' ? undefined : body, { cookie, ...headers });
    const before = await settledState();
    const expectUnchanged = async (caller: string) => {
      expect({ caller, ...(await storedRows()) }).toEqual({ caller, ...before });
    };

    for (const [caller, expected, cookie, headStatus] of [
      ['anonymous', row.anonymous, '', row.anonymous],
      ['other', row.other, eve.client.cookieHeader, row.otherHead ?? row.other],
    ] as const) {
      if (expected === null) continue;
      const { status, text } = await send(cookie, ownPageHeaders());
      expect({ caller, status }).toEqual({ caller, status: expected });
      for (const secret of SECRETS) expect(text).not.toContain(secret);
      if (method !== 'GET') continue;
      expect({ caller, head: (await send(cookie, ownPageHeaders(), 'HEAD')).status }).toEqual({
        caller,
        head: headStatus,
      });
    }
    // Compares the stored rows once for all other callers, and below once for all other origins.
    await expectUnchanged('anonymous and other');

    await send(by.cookieHeader, ownPageHeaders(), 'HEAD');

    for (const [origin, headers] of Object.entries(ORIGINS)) {
      if (row.effectFrom === origin) continue;
      const { status } = await send(by.cookieHeader, headers);
      const isRefusedPage = !row.byToken || headers['origin'] !== undefined;
      const expected = row.fromAnywhere ? row.owner : isRefusedPage ? 403 : 401;
      if (method !== 'GET') expect({ origin, status }).toEqual({ origin, status: expected });
    }
    await expectUnchanged('owner, by HEAD and from elsewhere');

    const { status, text } = await send(by.cookieHeader, ownPageHeaders());
    expect({ status, text }).toEqual({ status: row.owner, text });
    if (changes) expect(await storedRows()).not.toEqual(before);
    else await expectUnchanged('owner');
    if (row.continuesInWorkers) await settledState(UNTIL_WORKERS_BEGAN);
  });
});

const ownPageHeaders = () => ({ 'sec-fetch-site': 'same-origin', origin: new URL(product.url).origin });

/** Returns a call that deletes a user of this row alone. */
async function accountToDelete(): Promise<Call> {
  const { client } = await Creator.signedIn(product);
  const { body } = await client.get<{ username: string }>('/api/auth/user');
  return { path: '/api/account', body: { confirm: body.username }, by: client };
}

async function request(method: string, path: string, body: unknown, headers: Record<string, string>) {
  const isForm = body instanceof FormData;
  const response = await fetch(new URL(path, product.url), {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(50_000),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream) return { status: response.status, text: await response.text() };
  await response.body?.cancel();
  return { status: response.status, text: '' };
}

/** Milliseconds. Workers check every second tick for posts to delete on platforms. */
const UNTIL_WORKERS_BEGAN = 2 * TICK * 1.1 + 200;
/** Waits until the effects of a call have ended: until no stored row has changed for `quiet` milliseconds. */
function settledState(quiet = 200) {
  return eventually(async () => {
    const { rowCount } = await database.query(
      `select from external.delivery where state = 'waiting' and due_at < now() + interval '1 second'`,
    );
    expect(rowCount).toBe(0);
    expect(await picturesAreFetched(database)).toBe(true);
    const before = await storedRows();
    await pause(quiet);
    expect(await storedRows()).toEqual(before);
    return before;
  });
}

async function requestedLink(): Promise<Call> {
  const by = new BrowserlessClient(product.url);
  await by.post('/api/login', { email: ANA });
  const link = new URL(await newestLink(product.dataDir, ANA));
  return { by, body: { token: link.searchParams.get('token') } };
}

async function requestedAddress({ client: by, email }: Creator): Promise<Call> {
  const { body: user } = await by.get<{ id: string }>('/api/auth/user');
  await by.call('PATCH', `/api/users/${user.id}`, { email: `new-${email}` });
  const link = new URL(await newestLink(product.dataDir, `new-${email}`, '/api/email/verify'));
  return { by, body: { token: link.searchParams.get('token') } };
}

async function changedAddress(): Promise<Call> {
  return addressChangedBy(await Creator.signedIn(product));
}

async function addressChangedBy(user: Creator): Promise<Call> {
  const { by = ana.client, body } = await requestedAddress(user);
  expect((await by.post('/api/email/verify', body)).status).toBe(204);
  const link = new URL(await newestLink(product.dataDir, user.email, '/api/email/not-me'));
  return { by, body: { token: link.searchParams.get('token') } };
}

/** A second account got the address before the first account took it back. */
async function lostAddress(): Promise<Call> {
  const user = await Creator.signedIn(product);
  const { body } = await addressChangedBy(user);
  const { client: by } = await Creator.signedIn(product, user.email);
  expect((await by.post('/api/email/not-me', body)).status).toBe(204);
  const link = new URL(await newestLink(product.dataDir, user.email, '/api/email/other-account'));
  return { by, body: { token: link.searchParams.get('token') } };
}

async function requestedExport(): Promise<Call> {
  const { client: by } = await Creator.signedIn(product);
  return { by, path: (await by.post<AccountExportReply>('/api/account/export')).body.url };
}

async function linkedGoogle(): Promise<Call> {
  const { client: by } = await Creator.signedIn(product);
  const response = await signInByProvider(by, 'google', google, { sub: 'ana' }, { link: true });
  expect(response.headers.get('location')).toBe('/settings?linked=google');
  return { by, path: '/api/auth/linked/google' };
}

async function ownSession(): Promise<Call> {
  const { client: by } = await Creator.signedIn(product);
  const { body } = await by.get<readonly { id: string; current: boolean }[]>('/api/auth/sessions');
  return { by, path: `/api/auth/sessions/${body.find(({ current }) => current)?.id ?? ''}` };
}

async function ownToken(): Promise<Call> {
  const { body } = await ana.client.post<{ id: string }>('/api/tokens', { name: 'Blog' });
  return { path: `/api/tokens/${body.id}` };
}

/** This spec causes no event of this type, so the product delivers nothing. */
const HOOK = { url: 'https://hooks.sandbox.test/ana', types: ['account.needs_reconnect'] } as const;
const newHook = async (): Promise<string> =>
  `/api/webhook-endpoints/${(await ana.client.post<{ id: string }>('/api/webhook-endpoints', HOOK)).body.id}`;
async function ofHook(rest: string, body?: object): Promise<Call> {
  return { path: `${await newHook()}${rest}`, ...(body && { body }) };
}

const OWN_LINK = { title: 'My shop', url: 'https://shop.example/' } as const;
const newLink = async (by: BrowserlessClient): Promise<string> =>
  (await by.post<{ id: string }>('/api/link-page/links', OWN_LINK)).body.id;
const ownLink = async (): Promise<string> => `/api/link-page/links/${await newLink(ana.client)}`;
const bannerPath = (): string => `/api/users/${dataOfAna.userId}/banner`;
const photoPath = (): string => `/api/users/${dataOfAna.userId}/photo`;

async function newPost(): Promise<number> {
  return (await ana.client.post<{ id: number }>('/api/posts', postRequest())).body.id;
}

async function ofDraft(list?: string): Promise<Call> {
  const path = `/api/drafts/${randomUUID()}`;
  expect((await ana.client.call('PUT', path, { content: SECRET_TEXT })).status).toBe(201);
  return { path: list ?? path };
}
const ofPost = (rest: string): Call => ({ path: `/api/posts/${String(dataOfAna.post)}${rest}` });

function ofPublished(what: string): Call {
  const { post, account } = dataOfAna.published;
  return { path: `/api/posts/${String(post)}/targets/${String(account)}${what}` };
}

async function ofUnknown(index: number, what: string): Promise<Call> {
  const id = dataOfAna.unknown[index] ?? 0;
  const [target] = (await ana.post(id)).targets;
  return { path: `/api/posts/${String(id)}/targets/${String(target?.accountId)}/${what}` };
}

async function photo(field = 'media'): Promise<FormData> {
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c05' } });
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(await image.jpeg().toBuffer())]), 'small.jpg');
  return form;
}
