import {
  showPublicUser,
  showPublicUserByQuery,
  type PublicUserView,
} from '@posthorn/contracts/identity/public-user.http';
import {
  listPublicPosts,
  listPublicPostsByQuery,
  type PublicPostView,
} from '@posthorn/contracts/scheduling/public-posts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { showPostOnPage } from '@posthorn/contracts/link-tree/link-page.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { ProfileFigures } from '#infrastructure/http/pages/profile-figures.ts';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { BLUESKY_LIMITS } from '#connectors/bluesky/limits.ts';
import { MASTODON_LIMITS } from '#connectors/mastodon/limits.ts';
import { AccountIntake } from '#modules/integrations/features/connect-account/account-intake.ts';
import { DisconnectAccount } from '#modules/integrations/features/disconnect-account/disconnect-account.command.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { GOLD } from '#modules/identity/testing/billing-double.ts';
import { bootIdentity, userOf, type BootedIdentity } from '#modules/identity/testing/boot-identity.ts';
import type { TestBrowser } from '#modules/identity/testing/test-browser.ts';
import { LinkTreeModule } from '#modules/link-tree/link-tree.module.ts';
import { markSent, type Outcome } from '#modules/scheduling/testing/sent-posts.ts';
import { SchedulingModule } from '#modules/scheduling/scheduling.module.ts';
import { InboxForHistory } from '#modules/scheduling/testing/history-neighbours.ts';

// The public profile and the public posts of a user, with the modules that provide them.

/** Texts of Ana that must stay private. */
const CANARIES = {
  email: GOLD,
  zone: 'Asia/Kolkata',
  draft: 'canary-scheduled',
  failed: 'canary-failed',
  limited: 'canary-for-followers',
  limitedByDefault: 'canary-for-followers-by-default',
  warned: 'canary-below-a-warning',
  hidden: 'canary-hidden-on-the-page',
  archived: 'canary-archived',
  deleted: 'canary-deleted-there',
  replaced: 'canary-shared-words-that-no-account-got',
  account: 'canary-disconnected.example',
  remoteId: 'canary-remote-id',
};
const PUBLIC_USER = [
  ...['accounts', 'bannerImageUrl', 'createdAt', 'firstName', 'handle', 'isPremium', 'lastName'],
  ...['personalityProfile', 'profileImageUrl', 'stats', 'username'],
];
const PUBLIC_ACCOUNT = ['accountName', 'address', 'platform'];
const PUBLIC_POST = [
  ...['comments', 'content', 'hashtags', 'id', 'likes', 'media', 'platforms', 'publishedAt', 'shares'],
];

let product: BootedIdentity;
let ana: TestBrowser;
let eve: TestBrowser;
let anaId: string;
let accounts: Readonly<{ bluesky: number; mastodon: number }>;

const asSystem = <Result>(work: () => Promise<Result>): Promise<Result> =>
  product.app
    .get(CauseContext)
    .run({ actor: { kind: 'system', id: 'spec' }, correlationId: 'spec', causationId: 'spec' }, work);

const connect = async (platform: 'bluesky' | 'mastodon', accountName: string): Promise<number> => {
  const server = platform === 'mastodon' ? 'https://mastodon.example' : 'https://pds.example';
  const { account } = await asSystem(() =>
    product.app.get(AccountIntake).takeOrRenew(anaId, {
      platform,
      accountName,
      server,
      displayName: null,
      remoteId: `${CANARIES.remoteId}-${accountName}`,
      limits: platform === 'mastodon' ? MASTODON_LIMITS : BLUESKY_LIMITS,
      credentials: { token: 'secret' },
    }),
  );
  return account.id;
};

/** Creates a post of Ana with this outcome for each account (`on`). Returns its id. */
async function createPost(
  json: object,
  on: Readonly<Record<number, Outcome>>,
  publishedAt = '2030-01-01T13:00:05.000Z',
): Promise<number> {
  const selectedAccountIds = Object.keys(on).map(Number);
  const reply = await ana.send('POST', '/api/posts', {
    json: { scheduledFor: '2030-01-01T13:00:00.000Z', selectedAccountIds, ...json },
  });
  expect(reply.status).toBe(201);
  const post = reply.body as PostView;
  const { remoteId } = CANARIES;
  await asSystem(() => markSent(product.app, post, { on, remoteId, publishedAt }));
  return post.id;
}

const userPath = (username: string) => pathOf(showPublicUser, { username });
const postsPath = (username: string) => pathOf(listPublicPosts, { username });

beforeAll(async () => {
  product = await bootIdentity({
    modules: [IntegrationsModule, SchedulingModule, InboxForHistory, LinkTreeModule],
  });
  ana = await product.signedIn(GOLD);
  eve = await product.signedIn('eve@example.com');
  anaId = (await userOf(ana)).id;
  const patched = await ana.send('PATCH', `/api/users/${anaId}`, {
    json: { firstName: 'Ana', lastName: 'Lim', email: GOLD },
  });
  expect(patched.status).toBe(200);
  await ana.send('PATCH', `/api/users/${anaId}`, { json: { personalityProfile: 'Warm and short.' } });
  await ana.send('PUT', '/api/user/timezone', { json: { timezone: CANARIES.zone } });
  const bluesky = await connect('bluesky', 'ana.example');
  const mastodon = await connect('mastodon', 'ana@mastodon.example');
  accounts = { bluesky, mastodon };
  const disconnected = await connect('bluesky', CANARIES.account);
  await createPost(
    { content: 'Fresh bread' },
    { [bluesky]: 'posted', [mastodon]: 'failed', [disconnected]: 'posted' },
  );
  await createPost(
    { content: CANARIES.replaced, targets: [{ accountId: mastodon, content: 'Own words' }] },
    { [mastodon]: 'posted' },
  );
  // This post was due earlier than the other posts, and was published later.
  const late = { content: 'Late', scheduledFor: '2030-01-01T12:30:00.000Z' };
  await createPost(late, { [mastodon]: 'posted' }, '2030-01-01T14:00:00.000Z');
  await createPost({ content: CANARIES.failed }, { [mastodon]: 'failed' });
  const forFollowers = { accountId: mastodon, options: { visibility: 'private' } };
  await createPost({ content: CANARIES.limited, targets: [forFollowers] }, { [mastodon]: 'posted' });
  await createPost({ content: CANARIES.limitedByDefault }, { [mastodon]: 'limited' });
  const warned = { accountId: mastodon, options: { contentWarning: 'Spoiler' } };
  await createPost({ content: CANARIES.warned, targets: [warned] }, { [mastodon]: 'posted' });
  await createPost({ content: CANARIES.deleted }, { [mastodon]: 'deleted' });
  const hidden = await createPost({ content: CANARIES.hidden }, { [mastodon]: 'posted' });
  const hiding = await ana.send('PUT', pathOf(showPostOnPage, { postId: hidden }), {
    json: { shown: false },
  });
  expect(hiding.status).toBe(204);
  const archived = await createPost({ content: CANARIES.archived }, { [mastodon]: 'posted' });
  expect((await ana.send('DELETE', `/api/posts/${String(archived)}`)).status).toBe(200);
  const scheduled = await ana.send('POST', '/api/posts', {
    json: {
      content: CANARIES.draft,
      scheduledFor: '2030-01-02T13:00:00.000Z',
      selectedAccountIds: [mastodon],
    },
  });
  expect(scheduled.status).toBe(201);
  await asSystem(() => product.app.get(CommandBus).execute(new DisconnectAccount(anaId, disconnected)));
}, 60_000);
afterAll(() => product.close());

it('returns the public profile of a user, with counts', async () => {
  const { status, body } = await eve.get(userPath('gold'));
  expect(status).toBe(200);
  expect(body).toEqual({
    username: 'gold',
    handle: null,
    firstName: 'Ana',
    lastName: 'Lim',
    isPremium: true,
    personalityProfile: 'Warm and short.',
    bannerImageUrl: null,
    profileImageUrl: null,
    createdAt: '2030-01-01T12:00:00.000Z',
    accounts: [
      { platform: 'bluesky', accountName: 'ana.example', address: 'https://bsky.app/profile/ana.example' },
      {
        platform: 'mastodon',
        accountName: 'ana@mastodon.example',
        address: 'https://mastodon.example/@ana',
      },
    ],
    stats: { posts: 3, engagement: null, platforms: 2 },
  });
});
it('lists published posts by publication time, with the published text', async () => {
  const { status, body } = await eve.get(postsPath('gold'));
  expect(status).toBe(200);
  const posts = body as readonly PublicPostView[];
  expect(posts.map(({ content, platforms }) => ({ content, platforms }))).toEqual([
    { content: 'Late', platforms: ['mastodon'] },
    { content: 'Own words', platforms: ['mastodon'] },
    { content: 'Fresh bread', platforms: ['bluesky'] },
  ]);
});
it('returns the same data for path and query, for any case of the name, and to the owner of the profile', async () => {
  const user = await eve.get(userPath('gold'));
  const posts = await eve.get(postsPath('gold'));
  for (const browser of [ana, eve]) {
    expect((await browser.get(`${showPublicUserByQuery.path}?username=gold`)).text).toBe(user.text);
    expect((await browser.get(`${listPublicPostsByQuery.path}?username=Gold`)).text).toBe(posts.text);
    expect((await browser.get(userPath('GOLD'))).text).toBe(user.text);
  }
});
it('returns only the listed fields', async () => {
  const user = (await eve.get(userPath('gold'))).body as PublicUserView;
  expect(Object.keys(user).sort()).toEqual(PUBLIC_USER);
  expect(Object.keys(user.stats).sort()).toEqual(['engagement', 'platforms', 'posts']);
  for (const account of user.accounts) expect(Object.keys(account).sort()).toEqual(PUBLIC_ACCOUNT);
  const posts = (await eve.get(postsPath('gold'))).body as readonly PublicPostView[];
  for (const post of posts) expect(Object.keys(post).sort()).toEqual(PUBLIC_POST);
  expect(posts).not.toEqual([]);
});
it.each(Object.entries(CANARIES))('does not reveal the private value "%s"', async (_, canary) => {
  for (const path of [userPath('gold'), postsPath('gold')]) {
    const { status, text } = await eve.get(path);
    expect(status).toBe(200);
    expect(text.toLowerCase()).not.toContain(canary.toLowerCase());
  }
});
it('returns 404 for unknown names, for ids and for malformed names', async () => {
  for (const name of ['nobody', anaId, 'gold%20', '%5Berased%5D', '..%2Fgold', 'a'.repeat(300)]) {
    for (const path of [`/api/users/profile/${name}`, `/api/posts/public/${name}`]) {
      const { status, body } = await eve.get(path);
      expect([status, body]).toMatchObject([404, { code: 'identity.user-not-found' }]);
    }
  }
});
it.each([showPublicUserByQuery.path, listPublicPostsByQuery.path])(
  'requires exactly one user name at %s',
  async (path) => {
    for (const query of ['', '?username=', '?username=gold&username=eve']) {
      const { status, body } = await eve.get(path + query);
      expect([status, body]).toMatchObject([400, { fields: { username: expect.any(String) } }]);
    }
  },
);
it('returns likes, comments and shares where they are known', async () => {
  const figures = product.app.get(ProfileFigures);
  const { body: before } = await eve.get(postsPath('gold'));
  const [first] = before as readonly PublicPostView[];
  expect(first).toMatchObject({ likes: null, comments: null, shares: null });
  const figuresOfPost = { likes: 3, comments: 0, shares: null };
  figures.answerBy({
    totalsOf: () => Promise.resolve(figuresOfPost),
    ofPosts: (_, ids) => Promise.resolve(new Map(ids.slice(0, 1).map((id) => [id, figuresOfPost]))),
  });
  expect((await eve.get(userPath('gold'))).body).toMatchObject({ stats: { engagement: 3 } });
  const [counted, other] = (await eve.get(postsPath('gold'))).body as readonly PublicPostView[];
  expect(counted).toEqual({ ...first, ...figuresOfPost });
  expect(other).toMatchObject({ likes: null, comments: null, shares: null });
});
it('returns 401 to visitors', async () => {
  const visitor = product.browser();
  for (const path of [userPath('gold'), postsPath('gold'), userPath('nobody')])
    expect((await visitor.get(path)).status).toBe(401);
});
it('removes an account when it is disconnected, and keeps the posts', async () => {
  await asSystem(() => product.app.get(CommandBus).execute(new DisconnectAccount(anaId, accounts.bluesky)));
  const { body } = await eve.get(userPath('gold'));
  expect(body).toMatchObject({ accounts: [{ platform: 'mastodon' }], stats: { posts: 3, platforms: 1 } });
});
