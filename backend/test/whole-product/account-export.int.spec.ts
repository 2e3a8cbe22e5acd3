import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  requestAccountExport,
  type AccountExportReply,
} from '@posthorn/contracts/identity/account-export.http';
import { createWebhook, type CreatedWebhookView } from '@posthorn/contracts/external/webhooks.http';
import { createApiToken, type CreatedApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import type { MediaFileView, UploadReply } from '@posthorn/contracts/shared/media.http';
import type { Event, Stream } from '@posthorn/event-sourcing';
import { verifyExport } from '@posthorn/event-store/verify-export';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Pool } from 'pg';
import sharp from 'sharp';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { readZip } from '#infrastructure/personal-data/export/testing/read-zip.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { AnalyticsModule } from '#modules/analytics/analytics.module.ts';
import { BillingModule } from '#modules/billing/billing.module.ts';
import { ExternalApiModule } from '#modules/external-api/external-api.module.ts';
import { IdentityModule } from '#modules/identity/identity.module.ts';
import { Terminal } from '#modules/identity/pages/mails/terminal.ts';
import { userOf } from '#modules/identity/testing/boot-identity.ts';
import { TestBrowser } from '#modules/identity/testing/test-browser.ts';
import { InboxModule } from '#modules/inbox/inbox.module.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { Credentials } from '#modules/integrations/stores/credentials/credentials.ts';
import { LinkTreeModule } from '#modules/link-tree/link-tree.module.ts';
import { NotificationsModule } from '#modules/notifications/notifications.module.ts';
import { SchedulingModule } from '#modules/scheduling/scheduling.module.ts';
import { scheduledPost } from '#modules/scheduling/testing/post-story.ts';

const AT = '2030-01-01T11:00:00.000Z';
const ANAS_ACCOUNT = 7;
const BEAS_ACCOUNT = 8;
const OWN_LINK = 'anasLink0001';
/** Secrets of Ana that give access. The export must not contain them. */
const SECRETS = { token: 'canary-platform-token', refresh: 'canary-refresh-token' };
/** Private data of Bea, who uses the same installation. The export must not contain it. */
const BEAS_DATA = {
  name: 'Beatrice Canary',
  post: 'canary-beas-own-post',
  fileName: 'canary-beas-holiday.jpg',
  account: 'canary-bea@social.test',
  authorId: 'canary-beas-id-at-the-platform',
  handle: 'canary_bea',
  link: 'https://social.test/canary-bea/1',
};
/** Bea's comment under Ana's post, which is public. */
const BEAS_COMMENT = { name: 'Bea of the bakery', text: 'Where can I buy that bowl?' };

let product: Booted;
let ana: TestBrowser;
let bea: TestBrowser;
let apiToken: string;
let webhookSecret: string;
let picture: MediaFileView;
let files: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  product = await boot(
    [
      ...[OutgoingModule, IdentityModule, BillingModule, IntegrationsModule, SchedulingModule],
      ...[InboxModule, LinkTreeModule, AnalyticsModule, NotificationsModule, ExternalApiModule],
    ],
    {
      database: true,
      realSessions: true,
      env: { ROLES: 'web,projector' },
      bindings: [{ provide: Terminal, useValue: { print: () => undefined } }],
    },
  );
  [ana, bea] = [new TestBrowser(product.url), new TestBrowser(product.url)];
  await ana.signIn('ana@example.com');
  await bea.signIn('bea@example.com');
  await createDataOfAna();
  await createPageOfAna((await userOf(ana)).id);
  await createDataOfBea();
  const { url } = (await ana.send('POST', requestAccountExport.path)).body as AccountExportReply;
  const headers = { cookie: cookiesOf(ana), 'sec-fetch-site': 'same-origin' };
  const response = await fetch(new URL(url, product.url), { headers });
  files = await readZip(Buffer.from(await response.arrayBuffer()));
}, 120_000);
afterAll(() => product.close());

const cookiesOf = ({ cookies }: TestBrowser) => [...cookies].map((pair) => pair.join('=')).join('; ');
/** Appends events to a stream, as its module does. */
async function record(category: string, id: string | number, ...events: readonly Event[]): Promise<void> {
  const stream: Stream<null, Event> = { category, initial: null, evolve: () => null, shapes: {} };
  const cause = { actor: { kind: 'user', id: 'ana' }, correlationId: 'spec', causationId: 'spec' } as const;
  await product.app
    .get(CauseContext)
    .run(cause, () => product.app.get(StreamWriter).decide(stream, id, () => events));
}
const event = (type: string, schema: number, data: object): Event => ({ type, schema, data });

async function upload(browser: TestBrowser, bytes: Buffer, name: string): Promise<MediaFileView> {
  const form = new FormData();
  form.set('media', new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
  const response = await fetch(new URL('/api/upload-multiple', product.url), {
    method: 'POST',
    body: form,
    headers: { cookie: cookiesOf(browser), 'sec-fetch-site': 'same-origin' },
  });
  const {
    files: [file],
  } = (await response.json()) as UploadReply;
  if (!file) throw new Error('Nothing was uploaded.');
  return file;
}

async function recordAccount(ownerId: string, accountId: number, accountName: string): Promise<void> {
  const account = { accountId, ownerId, platform: 'mastodon', remoteId: `at-${accountName}`, accountName };
  await product.app.get(Pool).query(
    `insert into integrations.account_key (account_id, owner_id, platform, remote_id, held_since)
     values ($1, $2, 'mastodon', $3, now())`,
    [accountId, ownerId, account.remoteId],
  );
  const data = { ...account, displayName: null, server: null, limits: {}, connectedAt: AT };
  await record('account', accountId, event('AccountConnected', 1, data));
  await record(
    'renewal',
    accountId,
    event('TokensRenewed', 1, { accountId, ownerId, expiresAt: null, renewedAt: AT }),
  );
}

async function recordPost(
  ownerId: string,
  postId: number,
  accountId: number,
  content: string,
  media: readonly MediaFileView[],
) {
  const ofPost = { postId, ownerId };
  const target = { ...ofPost, accountId, platform: 'mastodon' };
  const targets = [{ accountId, platform: 'mastodon' }] as const;
  const storedMedia = media.map(
    ({ mediaUrl, thumbnailUrl, mediaType, mimeType, originalName, width, height }) => ({
      mediaUrl,
      thumbnailUrl,
      mediaType,
      mimeType,
      originalName,
      width,
      height,
      sha256: 'ab'.repeat(32),
      bytes: 1,
      durationSeconds: null,
      altText: 'A bowl',
    }),
  );
  const words = {
    content,
    hashtags: '#bowls',
    media: storedMedia,
    aiRepliesEnabled: true,
    perTarget: [],
  };
  const time = { scheduledFor: AT, timezone: 'Europe/Paris', localTime: null };
  await record('quota', ownerId, event('QuotaReserved', 1, { postId, userId: ownerId, reservedAt: AT }));
  await record('post', postId, scheduledPost({ ...ofPost, ...words, ...time, targets }));
  await record(
    ...(['publication', `${String(postId)}-${String(accountId)}`] as const),
    event('PlatformPublished', 3, {
      ...target,
      attemptId: null,
      remoteId: `remote-${String(postId)}`,
      publishedAt: AT,
      evidence: 'person',
      permalink: `https://social.test/${String(postId)}`,
    }),
  );
}

function commentEvent(ofComment: object, text: string, name: string) {
  return event('CommentReceived', 1, {
    ...ofComment,
    postRemoteId: 'remote-12',
    key: 'k',
    remoteId: 'r',
    remoteRefs: { uri: BEAS_DATA.link },
    parentRemoteId: null,
    authorMac: 'mac',
    text,
    textMac: 'mac',
    createdAt: AT,
    editedAt: null,
    author: { remoteId: BEAS_DATA.authorId, handle: BEAS_DATA.handle, name, isBot: false },
    seenAt: AT,
    source: 'news',
    isBacklog: false,
    permalink: BEAS_DATA.link,
  });
}

async function createDataOfAna(): Promise<void> {
  const { id } = await userOf(ana);
  await ana.send('PATCH', `/api/users/${id}`, {
    json: { firstName: 'Ana', lastName: 'Lim', handle: 'ana_l' },
  });
  await ana.send('PATCH', `/api/users/${id}`, { json: { handle: 'ana_lim' } });
  await record(
    'user',
    id,
    event('IdentityLinked', 1, {
      userId: id,
      provider: 'google',
      issuer: 'https://google.test',
      subject: '1',
      linkedAt: AT,
    }),
  );
  picture = await upload(ana, await noisePicture(), 'bowl.jpg');
  await recordAccount(id, ANAS_ACCOUNT, 'ana@social.test');
  await product.app.get(Credentials).merge(ANAS_ACCOUNT, SECRETS);
  await recordPost(id, 12, ANAS_ACCOUNT, 'A bowl', [picture]);
  await recordPost(id, 13, ANAS_ACCOUNT, 'Written and thrown away', []);
  await record('post', 13, event('PostCancelled', 1, { postId: 13, ownerId: id, cancelledAt: AT }));
  const ofComment = { commentId: 31, ownerId: id, accountId: ANAS_ACCOUNT, platform: 'mastodon' };
  const replyId = '5f1c1c1e-0000-4000-8000-000000000031';
  await record(
    ...(['comment', 31] as const),
    commentEvent(ofComment, BEAS_COMMENT.text, BEAS_COMMENT.name),
    event('ReplyRequested', 1, {
      ...ofComment,
      replyId,
      kind: 'manual',
      aiAssisted: false,
      text: 'On Saturday!',
      forTextMac: 'mac',
      requestedAt: AT,
      notBefore: null,
    }),
    event('OwnReplySeen', 1, {
      ...ofComment,
      remoteId: 'r2',
      text: 'In my shop!',
      createdAt: AT,
      permalink: null,
      seenAt: AT,
    }),
  );
  await record(
    'autoReply',
    `12-${String(ANAS_ACCOUNT)}`,
    event('AutoReplyReserved', 1, {
      postId: 12,
      accountId: ANAS_ACCOUNT,
      ownerId: id,
      commentId: 31,
      replyId,
      authorMac: 'mac',
      reservedAt: AT,
    }),
  );
  await record(
    'inboxSettings',
    id,
    event('AuthorBlocked', 1, { userId: id, authorMac: 'x', platform: 'mastodon', name: 'Spam', at: AT }),
  );
  await record(
    ...(['subscription', id] as const),
    event('PremiumGranted', 1, { userId: id, cause: 'subscription' }),
    event('SubscriptionObserved', 1, {
      userId: id,
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      attemptId: null,
      status: 'past_due',
      priceId: 'price_1',
      amount: 999,
      currency: 'usd',
      periodEnd: AT,
      cancelAtPeriodEnd: false,
      endsAt: null,
      pastDueSince: AT,
      intent: null,
      by: 'webhook',
      causeEventId: 'evt_1',
      observedAt: AT,
    }),
  );
  const mailId = `payment-failed-${id}-${String(Date.parse(AT) / 1000)}`;
  await record(
    'billingMail',
    mailId,
    event('BillingMailWanted', 1, {
      userId: id,
      mailId,
      kind: 'payment-failed',
      about: AT,
      dueAt: AT,
    }),
  );
}

/** Creates settings, a draft, an API token, a webhook, links of the link page with clicks, and a mailed notice. */
async function createPageOfAna(userId: string): Promise<void> {
  await ana.send('PUT', '/api/user/settings', { json: { hashtags: '#clay', newComment: 'off' } });
  await ana.send('PUT', '/api/drafts/0b9a5f0e-6b1d-4c39-9d0e-2f4f5b8f6a11', {
    json: { content: 'Half a thought' },
  });
  const tokenReply = await ana.send('POST', createApiToken.path, { json: { name: 'My blog' } });
  apiToken = (tokenReply.body as CreatedApiTokenView).token;
  const webhook = { url: 'https://93.184.216.34/hooks', types: ['post.*'] };
  const added = await ana.send('POST', createWebhook.path, { json: webhook });
  webhookSecret = (added.body as CreatedWebhookView).secret;
  const link = { userId, linkId: OWN_LINK, title: 'My shop', url: 'https://shop.test/', icon: 'shop' };
  await record(
    ...(['linkPage', userId] as const),
    event('LinkAdded', 1, { ...link, from: null, until: null }),
    event('PostHiddenOnPage', 1, { userId, postId: 12 }),
  );
  const links = [OWN_LINK, 'post-12'].map((linkId) => ({ linkId, clicks: 3, visitors: 2 }));
  await record('linkClicks', userId, event('ClicksCounted', 1, { userId, hour: AT, links }));
  const mailId = `postFailed-${userId}-${String(Date.parse(AT))}`;
  await insertNotice(userId, 'postFailed', mailId);
  await record(
    'noticeMail',
    mailId,
    event('NoticeMailWanted', 1, { userId, mailId, kind: 'postFailed', dueAt: AT }),
  );
}

async function insertNotice(userId: string, kind: string, mailId: string): Promise<void> {
  await product.app.get(Pool).query(
    `insert into identity.notice (user_id, kind, cause, subject, span, position, account_id, post_id, in_app, mail_id, at)
     values ($1, $2, 'failed', 'target-12-7', $3::text, '1', $4, 12, true, $5, $3::text::timestamptz)`,
    [userId, kind, AT, ANAS_ACCOUNT, mailId],
  );
}

async function createDataOfBea(): Promise<void> {
  const { id } = await userOf(bea);
  await record(
    ...(['linkPage', id] as const),
    event('LinkAdded', 1, {
      userId: id,
      linkId: 'beasLink0001',
      title: BEAS_DATA.link,
      url: BEAS_DATA.link,
      icon: 'link',
      from: null,
      until: null,
    }),
  );
  await insertNotice(id, 'accountExpiring', `accountExpiring-${id}-1`);
  await bea.send('PATCH', `/api/users/${id}`, {
    json: { firstName: BEAS_DATA.name, lastName: BEAS_DATA.name },
  });
  // The product stores these bytes once, for both users.
  await upload(bea, await noisePicture(), BEAS_DATA.fileName);
  await recordAccount(id, BEAS_ACCOUNT, BEAS_DATA.account);
  await recordPost(id, 14, BEAS_ACCOUNT, BEAS_DATA.post, []);
  const ofComment = { commentId: 32, ownerId: id, accountId: BEAS_ACCOUNT, platform: 'mastodon' };
  await record('comment', 32, commentEvent(ofComment, BEAS_DATA.post, BEAS_DATA.name));
}

let pixels: Buffer | undefined;
const noisePicture = async () =>
  (pixels ??= await sharp(randomBytes(30 * 20 * 3), { raw: { width: 30, height: 20, channels: 3 } })
    .jpeg()
    .toBuffer());
const json = (name: string): Record<string, unknown> =>
  JSON.parse(files.get(name)?.toString() ?? '') as Record<string, unknown>;

it('contains files that match their schemas, without an empty list', () => {
  const ajv = new Ajv2020({ allErrors: true });
  ajv.addFormat('date-time', { validate: (instant: string) => new Date(instant).toISOString() === instant });
  const declared = product.app.get(ExportRegistry).files();
  expect(declared.map(({ name }) => name).sort()).toEqual([
    ...[
      'account.json',
      'accounts.json',
      'analytics.json',
      'billing.json',
      'comments.json',
      'drafts.json',
      'link-page.json',
      'media.json',
    ],
    ...['posts.json', 'webhooks.json'],
  ]);
  for (const { name, sections } of declared) {
    const validate = ajv.compile(json(`schemas/${name}`));
    validate(json(name));
    expect([name, validate.errors]).toEqual([name, null]);
    for (const section of Object.keys(sections)) {
      const value = json(name)[section];
      expect([name, section, Array.isArray(value) && value.length === 0]).toEqual([name, section, false]);
    }
  }
});

it('contains the profile, posts, comments, replies and payments of the user', () => {
  expect(json('account.json')).toMatchObject({
    profile: { email: 'ana@example.com', firstName: 'Ana', handle: 'ana_lim' },
    handles: [
      { handle: 'ana_l', releasedAt: expect.any(String) },
      { handle: 'ana_lim', releasedAt: null },
    ],
    signIns: [{ provider: 'google', linkedAt: AT }],
    apiTokens: [{ name: 'My blog', lastUsedAt: null }],
    settings: { hashtags: '#clay', caption: '', newComment: 'off', postFailed: 'both' },
  });
  expect(json('account.json').notices).toEqual([
    {
      kind: 'postFailed',
      cause: 'failed',
      accountId: ANAS_ACCOUNT,
      postId: 12,
      count: 1,
      endsAt: null,
      at: AT,
      readAt: null,
      inApp: true,
      byMail: true,
    },
  ]);
  expect(json('link-page.json')).toMatchObject({
    page: { theme: 'system', links: [{ title: 'My shop', shown: true }], hiddenPosts: [12] },
  });
  expect(json('accounts.json')).toMatchObject({
    accounts: [{ id: ANAS_ACCOUNT, accountName: 'ana@social.test' }],
  });
  const file = `media/${picture.mediaUrl.slice('/media/'.length)}`;
  expect(json('posts.json')).toMatchObject({
    posts: [
      {
        id: 12,
        state: 'scheduled',
        status: 'posted',
        content: 'A bowl',
        media: [{ file, altText: 'A bowl' }],
        targets: [{ accountId: ANAS_ACCOUNT, status: 'posted', permalink: 'https://social.test/12' }],
        history: [{ type: 'PostScheduled' }, { type: 'PlatformPublished' }],
      },
      { id: 13, state: 'deleted' },
    ],
  });
  expect(json('comments.json')).toMatchObject({
    blocked: [{ platform: 'mastodon', name: 'Spam', at: AT }],
    comments: [
      {
        id: 31,
        postId: 12,
        author: BEAS_COMMENT.name,
        text: BEAS_COMMENT.text,
        replies: [{ text: 'On Saturday!' }],
        repliesThere: [{ text: 'In my shop!' }],
      },
    ],
  });
  expect(json('billing.json')).toMatchObject({
    plan: { plan: 'premium' },
    observations: [{ subscription: { status: 'past_due', amount: 999 } }],
    mails: [{ kind: 'payment-failed' }],
  });
  expect(files.has(file)).toBe(true);
});

it('contains each uploaded file with the bytes that the product serves', async () => {
  const { media } = json('media.json') as { media: readonly { file: string; originalName: string }[] };
  expect(media.map(({ originalName }) => originalName)).toEqual(['bowl.jpg']);
  const served = await fetch(new URL(picture.mediaUrl, product.url));
  expect(files.get(media[0]?.file ?? '')).toEqual(Buffer.from(await served.arrayBuffer()));
  expect([...files.keys()].filter((path) => path.startsWith('media/'))).toHaveLength(1);
});

it('contains every event of the user, in files whose hash chains are valid', async () => {
  const events = [...files].filter(([path]) => path.startsWith('events/'));
  const streams: Record<string, number> = {};
  for (const [path, bytes] of events) {
    const verified = await verifyExport(Readable.from([bytes]));
    expect({ path, ...verified }).toMatchObject({ path, ok: true });
    if (verified.ok) streams[path.slice('events/'.length, -'.ndjson'.length)] = verified.streams;
  }
  expect(streams).toEqual({
    user: 1,
    quota: 1,
    'account-7': 2,
    'post-12': 2,
    'post-13': 2,
    subscription: 2,
    'inbox-settings': 1,
    'comments-1': 1,
    'automatic-replies-1': 1,
    'link-page': 2,
    'notice-mails-1': 1,
    'api-tokens-1': 1,
    'webhooks-1': 1,
  });
});

it('contains no secret that gives access', async () => {
  const { rows } = await product.app
    .get(Pool)
    .query<{ hash: Buffer }>(
      'select token_hash as hash from identity.session union all select token_hash from identity.api_token',
    );
  const hashes = rows.flatMap(({ hash }) => [
    hash.toString('hex'),
    hash.toString('base64'),
    hash.toString('base64url'),
  ]);
  const cookies = [ana, bea].flatMap((one) => [...one.cookies.values()]);
  expect([hashes.length, cookies.length]).toEqual([9, 4]);
  for (const secret of [apiToken, webhookSecret, ...Object.values(SECRETS), ...cookies, ...hashes])
    expect(filesWith(secret)).toEqual([]);
});

it('contains nothing of other users except public comments and the names of their authors', async () => {
  const { id } = await userOf(bea);
  for (const word of [id, 'bea@example.com', ...Object.values(BEAS_DATA)])
    expect([word, filesWith(word)]).toEqual([word, []]);
  expect(filesWith(BEAS_COMMENT.text)).toEqual(['comments.json']);
  expect(filesWith(BEAS_COMMENT.name)).toEqual(['comments.json']);
});

const filesWith = (word: string): string[] =>
  [...files].filter(([, bytes]) => bytes.includes(word)).map(([path]) => path);
