import { globSync, readFileSync } from 'node:fs';
import { emailNotMe, openOtherAccount, verifyEmail } from '@posthorn/contracts/identity/email-change.http';
import { unsubscribe } from '@posthorn/contracts/notifications/notices.http';
import { NOTICE_KINDS } from '@posthorn/contracts/shared/notice-choices';
import { updateUser } from '@posthorn/contracts/identity/profile.http';
import { redeemLink, requestLink } from '@posthorn/contracts/identity/session.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { ownPathOf } from '@posthorn/contracts/shared/own-path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Mail } from '#infrastructure/mail/mailer.ts';
import { billingMailWords } from '#modules/billing/pages/mails/billing-mail-words.ts';
import { apiTokenMail, tokenEndsMail } from '#modules/identity/pages/mails/api-token-mail.ts';
import { noticeMailWords } from '#modules/notifications/pages/mails/notice-mail-words.ts';
import { isSignedIn, userOf } from '#modules/identity/testing/boot-identity.ts';
import { ownersBench, type OwnersBench } from './testing/owners-bench.ts';
import type { TestBrowser } from '#modules/identity/testing/test-browser.ts';
import { webhookMailWords } from '#modules/external-api/effects/webhook-mails/webhook-mails.ts';

// Mail scanners and previews open all links in a mail, with GET and HEAD, and more than once.

/** The links in mails, without their tokens, by the file that writes the mail. Each new mail must be here. */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  'billing/effects/mails/billing-mails.ts': ['/', '/settings?billing=back', '/subscribe'],
  'external-api/effects/webhook-mails/webhook-mails.ts': ['/settings'],
  'identity/pages/mails/account-mails.ts': ['/privacy'],
  'identity/pages/mails/api-token-mail.ts': ['/settings'],
  'identity/pages/mails/email-change-mails.ts': [
    ...['/api/email/verify', '/login', '/api/email/not-me', '/api/email/other-account'],
  ],
  'identity/pages/mails/sign-in-mail.ts': ['/api/login/verify'],
  'notifications/effects/notice-mails/notice-mails.ts': [
    ...['/posts?filter=attention', '/settings', '/inbox?status=new'],
    '/api/unsubscribe/',
  ],
};
/** Links that act on a POST and must not act when they are opened. All other links lead to pages of the app. */
const WITH_TOKEN = [
  redeemLink.path,
  verifyEmail.path,
  emailNotMe.path,
  openOtherAccount.path,
  unsubscribe.path.replace(':token', ''),
];
const SITE = 'http://localhost:3000';

let bench: OwnersBench;
beforeAll(async () => {
  bench = await ownersBench();
}, 120_000);
afterAll(() => bench.close());
beforeEach(() => bench.reset());

const linksIn = ({ text }: Pick<Mail, 'text'>): readonly string[] =>
  [...text.matchAll(/^http\S+$/gmu)].map(([address]) => address.replace(SITE, ''));
const newestTo = (address: string): Mail => {
  const mail = bench.mailer.to(address).at(-1);
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
};
const linkTo = (address: string, path: string): string =>
  linksIn(newestTo(address)).find((link) => link.startsWith(path)) ?? '';
const tokenIn = (link: string): string => new URL(link, SITE).searchParams.get('token') ?? '';

/** Opens the link with GET and HEAD in the browser of the reader, and then in that of a scanner. */
async function openOften(link: string, reader: TestBrowser): Promise<void> {
  for (const browser of [reader, bench.browser()]) {
    for (const method of ['GET', 'HEAD', 'HEAD', 'GET']) await browser.send(method, link);
  }
}

it('lists each file that writes a mail', () => {
  const folder = new URL('../../src/modules/', import.meta.url);
  const files = globSync('**/*.ts', { cwd: folder }).filter(
    (file) =>
      !/\.spec\.ts$|\/testing\//u.test(file) &&
      /import \{[^}]*\bwriteMail\b/u.test(readFileSync(new URL(file, folder), 'utf8')),
  );
  expect(files.sort()).toEqual(Object.keys(LINKS).sort());
});
it.each(Object.entries(LINKS))(
  'uses in %s only links to pages of the app, or tested links with a token',
  (_file, links) => {
    const others = links.filter((link) => ownPathOf(link) !== link);
    expect(WITH_TOKEN).toEqual(expect.arrayContaining(others));
  },
);
it('finds no other links in the mails without tokens', () => {
  const observed = { observed: null };
  const billing = (['welcome', 'payment-failed', 'payment-reminder', 'premium-ended'] as const).map(
    (kind) => billingMailWords(kind, observed, SITE).link.url,
  );
  const notices = NOTICE_KINDS.map((kind) =>
    noticeMailWords(kind, [], { publicUrl: SITE, stop: `${SITE}/api/unsubscribe/`, timezone: 'UTC' }),
  ).flatMap(({ link, stop }) => [link.url, stop?.url ?? '']);
  const token = { tokenId: 't', name: 'n', expiresAt: '2030-01-01T12:00:00.000Z' };
  const tokens = [apiTokenMail('a@example.com', token, SITE), tokenEndsMail('a@example.com', token, SITE)];
  const found = {
    'billing/effects/mails/billing-mails.ts': billing,
    'external-api/effects/webhook-mails/webhook-mails.ts': [webhookMailWords('', 'gone', SITE).link.url],
    'identity/pages/mails/api-token-mail.ts': tokens.flatMap(linksIn),
    'notifications/effects/notice-mails/notice-mails.ts': notices,
  };
  for (const [file, links] of Object.entries(found))
    expect([file, new Set(links.map((link) => link.replace(SITE, '')))]).toEqual([
      file,
      new Set(LINKS[file]),
    ]);
});

describe('a link of a mail still works after it was opened many times', () => {
  it('for signing in', async () => {
    const browser = bench.browser();
    const address = 'signing-in@example.com';
    await browser.send('POST', requestLink.path, { json: { email: address } });
    const link = linkTo(address, redeemLink.path);
    await openOften(link, browser);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.redeem(tokenIn(link))).status).toBe(204);
    expect(await isSignedIn(browser)).toBe(true);
  });
  it('for confirming an e-mail address, and for objecting to its change', async () => {
    const { browser, id, email } = await bench.person();
    const json = { firstName: 'Ana', lastName: 'Lim', email: `new-${email}` };
    await browser.send('PATCH', pathOf(updateUser, { userId: id }), { json });
    const confirm = linkTo(json.email, verifyEmail.path);
    await openOften(confirm, browser);
    expect((await userOf(browser)).email).toBe(email);
    const confirmed = await browser.send('POST', verifyEmail.path, { json: { token: tokenIn(confirm) } });
    expect([confirmed.status, (await userOf(browser)).email]).toEqual([204, json.email]);

    const notMe = linkTo(email, emailNotMe.path);
    await openOften(notMe, browser);
    expect(await isSignedIn(browser)).toBe(true);
    const objected = await bench.browser().send('POST', emailNotMe.path, { json: { token: tokenIn(notMe) } });
    expect([objected.status, await isSignedIn(browser)]).toEqual([204, false]);
  });
  it('for opening an account whose e-mail address went back to its earlier owner', async () => {
    const { browser, id, email } = await bench.person();
    const json = { firstName: 'Ana', lastName: 'Lim', email: `new-${email}` };
    await browser.send('PATCH', pathOf(updateUser, { userId: id }), { json });
    const token = tokenIn(linkTo(json.email, verifyEmail.path));
    await browser.send('POST', verifyEmail.path, { json: { token } });
    const notMe = tokenIn(linkTo(email, emailNotMe.path));
    const other = bench.browser();
    await other.signIn(email);
    const { id: otherId } = await userOf(other);
    await other.send('POST', emailNotMe.path, { json: { token: notMe } });

    const link = linkTo(email, openOtherAccount.path);
    await openOften(link, other);
    expect(await isSignedIn(other)).toBe(false);
    const entered = await other.send('POST', openOtherAccount.path, { json: { token: tokenIn(link) } });
    expect([entered.status, (await userOf(other)).id]).toEqual([204, otherId]);
  });
  it('for unsubscribing from mails', async () => {
    const { browser, id, email } = await bench.person();
    await bench.fails(id);
    await bench.mailsGoOut();
    const link = linkTo(email, '/api/unsubscribe/');
    await openOften(link, browser);
    const count = bench.mailer.to(email).length;
    await bench.fails(id, 4);
    await bench.mailsGoOut();
    expect(bench.mailer.to(email)).toHaveLength(count + 1);
    expect((await bench.browser().send('POST', link)).status).toBe(200);
    await bench.fails(id, 5);
    await bench.mailsGoOut();
    expect(bench.mailer.to(email)).toHaveLength(count + 1);
  });
});
