// @zones
import { listNotices, readNotices, type NoticesView } from '@posthorn/contracts/notifications/notices.http';
import {
  changeUserSettings,
  getUserSettings,
  type UserSettings,
} from '@posthorn/contracts/identity/user-settings.http';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ownersBench, type OwnersBench } from '../../../../../test/whole-product/testing/owners-bench.ts';

let bench: OwnersBench;
let ana: Awaited<ReturnType<OwnersBench['person']>>;

beforeAll(async () => {
  bench = await ownersBench();
}, 120_000);
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  bench.mailer.sent.length = 0;
  bench.mailer.fails = null;
  bench.neighbours.target = { cause: 'failed', content: `Fresh  bread\nfrom seven.` };
  bench.neighbours.account = { cause: 'reconnect', endsAt: null };
  bench.neighbours.newComments.clear();
  ana = await bench.person();
});

/** The mails with an unsubscribe link: all mails except those for signing in. */
const mails = () => bench.mailer.to(ana.email).filter(({ unsubscribe }) => unsubscribe !== undefined);
const wordsOf = (index = 0) => (mails()[index]?.text ?? '').replace(/\s+/gu, ' ');
const choose = (json: object) => ana.browser.send('PUT', changeUserSettings.path, { json });
const stopPath = (index = 0) => new URL(mails()[index]?.unsubscribe ?? 'http://none/').pathname;
const settings = async () => (await ana.browser.get(getUserSettings.path)).body as UserSettings;

it('reports posts that failed together in one mail, in text and HTML, with a link to unsubscribe', async () => {
  await bench.fails(ana.id, 3);
  await bench.fails(ana.id, 4);
  await bench.mailsGoOut();
  expect(mails()).toHaveLength(1);
  expect(mails()[0]).toMatchObject({
    subject: 'Your post needs attention',
    id: expect.stringMatching(/^postFailed-/u),
  });
  expect(wordsOf()).toContain('Bluesky (a3.example): “Fresh bread from seven.” could not be published.');
  expect(wordsOf()).toContain('Bluesky (a4.example): “Fresh bread from seven.” could not be published.');
  expect(mails()[0]?.text).toContain('\nhttp://localhost:3000/posts?filter=attention\n');
  expect(mails()[0]?.html).toContain('>No more emails about failed posts</a>');
  expect(mails()[0]?.unsubscribe).toMatch(/^http:\/\/localhost:3000\/api\/unsubscribe\/[\w.-]+$/u);
});
it('does not send a mail before the delay of its notice has passed', async () => {
  await bench.fails(ana.id);
  await bench.mailsGoOut(0);
  expect(mails()).toEqual([]);
  await bench.mailsGoOut();
  expect(mails()).toHaveLength(1);
});
it('sends a mail to a user who chose mails only', async () => {
  await choose({ postFailed: 'mail' });
  await bench.fails(ana.id);
  await bench.mailsGoOut();
  expect(mails()).toHaveLength(1);
});
it('does not send a mail when the post no longer fails', async () => {
  await bench.fails(ana.id);
  await bench.catchUp();
  bench.neighbours.target = null;
  await bench.mailsGoOut();
  expect(mails()).toEqual([]);
});
it('does not send a mail when the user has read the notice in the app', async () => {
  await bench.fails(ana.id);
  await bench.catchUp();
  await ana.browser.send('POST', readNotices.path, { json: {} });
  await bench.mailsGoOut();
  expect(mails()).toEqual([]);
});
it('does not send a mail when the user has switched mails of this kind off in the meantime', async () => {
  await bench.fails(ana.id);
  await bench.catchUp();
  await choose({ postFailed: 'app' });
  await bench.mailsGoOut();
  expect(mails()).toEqual([]);
});
it("shows the last day of a permission in the owner's time zone", async () => {
  await ana.browser.send('PUT', '/api/user/timezone', { json: { timezone: 'Asia/Tokyo' } });
  bench.neighbours.account = { cause: 'ending', endsAt: '2030-01-05T23:00:00.000Z' };
  await bench.needsReconnect(ana.id, 'AccountExpirySeen');
  await bench.mailsGoOut();
  expect(wordsOf()).toContain('The permission for Bluesky (a3.example) ends on January 6, 2030.');
});
it('reports the comments of an hour in one mail, and counts only comments that are still new', async () => {
  for (const id of [11, 12, 13]) await bench.comes(ana.id, id);
  await bench.catchUp();
  bench.neighbours.newComments.delete(11);
  await bench.mailsGoOut();
  expect(mails()).toMatchObject([{ subject: 'You have 2 new comments' }]);
  await bench.comes(ana.id, 14);
  await bench.mailsGoOut();
  expect(mails().map(({ subject }) => subject)).toEqual([
    'You have 2 new comments',
    'You have a new comment',
  ]);
});
it('sends each mail once, even when events are handled again and workers run again', async () => {
  const failed = await bench.fails(ana.id);
  await bench.mailsGoOut();
  await bench.handleAgain(failed);
  await bench.mailsGoOut();
  expect(mails()).toHaveLength(1);
});
it('tries again when the mail server is down, and stops trying when the server refuses the address', async () => {
  bench.mailer.fails = 'no-connection';
  await bench.fails(ana.id);
  await bench.mailsGoOut();
  bench.mailer.fails = { response: '550 5.1.1 who?', command: 'RCPT TO' };
  await bench.mailsGoOut();
  bench.mailer.fails = null;
  await bench.mailsGoOut();
  expect(mails()).toEqual([]);
  const { rows } = await bench.pool.query<{ id: string }>(
    'select mail_id as id from identity.notice where user_id = $1',
    [ana.id],
  );
  expect(bench.typesOfMail(rows[0]?.id ?? '')).toEqual([
    ...['NoticeMailWanted', 'NoticeMailAttempted', 'NoticeMailFailed'],
    ...['NoticeMailAttempted', 'NoticeMailFailed'],
  ]);
});

it("unsubscribes from one kind by a mail program's one-click request, without a sign-in", async () => {
  await bench.fails(ana.id);
  await bench.mailsGoOut();
  const stranger = bench.browser();
  const confirmation = await stranger.get(stopPath());
  expect(confirmation).toMatchObject({
    status: 200,
    text: expect.stringContaining('<button>Unsubscribe</button>'),
  });
  expect((await settings()).postFailed).toBe('both');
  const form = { 'List-Unsubscribe': 'One-Click' };
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' };
  expect(await stranger.send('POST', stopPath(), { form, headers })).toMatchObject({
    status: 200,
    text: expect.stringContaining('no more emails about posts that could not be published'),
  });
  expect(await settings()).toMatchObject({ postFailed: 'app', newComment: 'both' });
  expect((await stranger.send('POST', stopPath(), { form })).status).toBe(200);
  expect((await settings()).postFailed).toBe('app');
  await bench.fails(ana.id, 5);
  await bench.mailsGoOut();
  expect(mails()).toHaveLength(1);
  expect(((await ana.browser.get(listNotices.path)).body as NoticesView).unread).toBe(2);
});
it('switches off a kind that the user wanted only by mail', async () => {
  await choose({ postFailed: 'mail' });
  await bench.fails(ana.id);
  await bench.mailsGoOut();
  await bench.browser().send('POST', stopPath());
  expect((await settings()).postFailed).toBe('off');
});
it('refuses forged unsubscribe links', async () => {
  await bench.fails(ana.id);
  await bench.mailsGoOut();
  const own = stopPath();
  const [encoded = '', signature = ''] = own.slice(own.lastIndexOf('/') + 1).split('.');
  const encode = (words: string) => Buffer.from(words).toString('base64url');
  const forged = [
    ...[encoded, `${encoded}.`, `${encoded}.${'A'.repeat(43)}`, `.${signature}`, 'nothing'],
    `${encode(`newComment ${ana.id}`)}.${signature}`,
  ];
  for (const token of forged)
    for (const method of ['GET', 'POST'])
      expect((await bench.browser().send(method, `/api/unsubscribe/${token}`)).status).toBe(404);
  expect((await settings()).newComment).toBe('both');
});
