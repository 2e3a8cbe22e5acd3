import type { CommentView, InboxSummary } from '@posthorn/contracts/inbox/comments.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accountsOf, giveEveryConsent, PUBLISHING, targetFor, uploadVideo } from './all-platforms.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

/** Pinterest and Snapchat have no API for comments. */
const READABLE = PUBLISHING.filter((platform) => !['pinterest', 'snapchat'].includes(platform));
const ANA = 'ana@inbox.example';

let product: Product;
let sandbox: SandboxControl;
let ana: Creator;
let post: PostView;
const commentIds = new Map<string, string>();

beforeAll(async () => {
  product = await startProduct({ fast: true, env: { COMPLIMENTARY_PREMIUM: ANA } });
  sandbox = new SandboxControl(product.sandboxUrl);
  ana = await Creator.signedIn(product, ANA);
  await giveEveryConsent(ana, 'ana');
  const all = await accountsOf(ana);
  const accounts = READABLE.map((platform) => commentable(all, platform));
  await allowComments(commentable(all, 'tiktok'));
  const mediaUrl = await uploadVideo(ana);
  const targets = await Promise.all(accounts.map((account) => targetFor(ana, account)));
  const scheduled = await ana.schedule(accounts, 'We bake at six.', {
    title: 'Bread',
    targets,
    mediaFiles: [{ mediaUrl }],
  });
  expect(scheduled.status).toBe(201);
  post = await ana.settled(scheduled.body.id, ['posted', 'failed']);
});
afterAll(() => product.close());

/** Grants TikTok's separate consent for comments. Another TikTok account is refused first. */
async function allowComments({ id, commentsPath }: AccountView): Promise<void> {
  const path = `${commentsPath ?? ''}&return=/inbox`;
  const consentEnd = async (account: string) => {
    const { location, callback } = await ana.consent(path, { account });
    expect(callback.pathname).toBe('/api/auth/tiktok-business/callback/');
    return `${location.pathname}${location.search}`;
  };
  const commentsPathNow = async () =>
    (await accountsOf(ana)).find((account) => account.id === id)?.commentsPath;
  expect(await consentEnd('ben')).toBe('/inbox?refused=tiktok&reason=other-account&opens=comments');
  expect(await commentsPathNow()).toBe(commentsPath);
  await eventually(async () => {
    const { body } = await ana.client.get<InboxSummary>('/api/comments/summary');
    const source = body.sources.find(({ accountId }) => accountId === id);
    expect(source).toMatchObject({ state: 'off', mend: 'allow', notice: 'limit' });
  }, 30);
  expect(await consentEnd('ana')).toBe('/inbox?granted=tiktok&opens=comments');
  expect(await commentsPathNow()).toBeNull();
}

/** LinkedIn lets apps read comments of organizations only, and only administrators get its notifications. */
const ORGANIZATION = 'ana-studio';

function commentable(accounts: readonly AccountView[], platform: string): AccountView {
  const account = accounts.find(
    (each) => each.platform === platform && (platform !== 'linkedin' || each.accountName === ORGANIZATION),
  );
  if (!account) throw new Error(`No account on ${platform} was connected.`);
  return account;
}

const comments = async (query = '') =>
  (await ana.client.get<readonly CommentView[]>(`/api/comments${query}`)).body;
const postAction = (id: number, action: string, body: object = {}) =>
  ana.client.post<CommentView>(`/api/comments/${String(id)}/${action}`, body);
const commentOn = async (platform: string) => {
  const found = (await comments(`?platform=${platform}`))[0];
  if (!found) throw new Error(`No comment of ${platform} is in the inbox yet`);
  return found;
};

it('publishes on all platforms with comments', () => {
  expect(post.targets.map(({ platform, status }) => [platform, status])).toEqual(
    READABLE.map((platform) => [platform, 'posted']),
  );
});

it.each(READABLE)('shows a comment on %s without an action of the user', async (platform) => {
  const { remoteId } = post.targets.find((target) => target.platform === platform) ?? {};
  const id = await sandbox.comment({
    platform,
    remoteId: remoteId ?? '',
    author: 'ben',
    text: `When do you open on ${platform}?`,
  });
  commentIds.set(platform, id);
  const comment = await eventually(() => commentOn(platform), 30);
  expect(comment).toMatchObject({
    platform,
    postId: post.id,
    status: 'new',
    commentText: `When do you open on ${platform}?`,
    replyText: null,
    group: { title: 'We bake at six.' },
  });
});

it('counts the comments, with one group for each post and platform', async () => {
  const { body } = await ana.client.get<InboxSummary>('/api/comments/summary');
  const { counts, groups } = body;
  expect(counts).toEqual({ new: READABLE.length, replied: 0, total: READABLE.length });
  expect(groups).toHaveLength(READABLE.length);
});

it.each(READABLE.filter((platform) => platform !== 'twitter'))(
  'sends one reply to a comment on %s, and shows it as sent',
  async (platform) => {
    const { id } = await commentOn(platform);
    const replyText = `At six, ${platform}!`;
    const response = await postAction(id, 'reply', { replyText });
    expect([200, 202]).toContain(response.status);
    await eventually(async () => {
      expect(await commentOn(platform)).toMatchObject({
        status: 'manual_reply',
        replyText,
        reply: { state: 'sent', kind: 'manual' },
      });
    }, 30);
    const replies = await sandbox.replies(platform);
    expect(replies).toHaveLength(1);
    expect(replies[0]?.text).toContain(replyText);
    expect(replies[0]?.parentId).toBe(commentIds.get(platform));
    expect((await postAction(id, 'reply', { replyText: 'And again' })).status).toBe(409);
  },
);

it('links to X if the rules of X do not allow a reply by apps', async () => {
  const comment = await commentOn('twitter');
  if (comment.can.reply === 'send') return;
  expect(comment).toMatchObject({ can: { reply: 'open' }, openUrl: expect.stringContaining('in_reply_to=') });
  expect((await postAction(comment.id, 'reply', { replyText: 'Hi' })).status).toBe(422);
});

it.each(['facebook', 'mastodon'])(
  'hides a comment on %s, and on the platform itself if the platform allows it',
  async (platform) => {
    const before = await commentOn(platform);
    expect((await postAction(before.id, 'hide')).status).toBe(202);
    const isOnPlatform = before.can.hide === 'platform';
    await eventually(async () => {
      expect(await commentOn(platform)).toMatchObject({ hidden: isOnPlatform ? 'platform' : 'here' });
    }, 30);
    if (isOnPlatform) expect(await sandbox.isHidden(platform, commentIds.get(platform) ?? '')).toBe(true);
  },
);

it.each(READABLE)('shows the deletion of an edited comment on %s', async (platform) => {
  const commentId = commentIds.get(platform) ?? '';
  await sandbox.editComment(platform, commentId, 'When do you close?').catch(() => undefined);
  await sandbox.deleteComment(platform, commentId);
  await eventually(async () => {
    expect(await commentOn(platform)).toMatchObject({ gone: true });
  }, 60);
});
