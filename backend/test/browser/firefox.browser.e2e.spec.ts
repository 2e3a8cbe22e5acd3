import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from 'puppeteer-core';
import { accountsOf } from '../all-platforms.ts';
import { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { SandboxControl } from '../sandbox-control.ts';
import { FirefoxVisitor, hasFirefox, launchFirefox } from './firefox.ts';
import { borrowProduct, type Lent, type SharedProduct } from './shared-stages.ts';

const inFirefox = hasFirefox ? describe : describe.skip;

inFirefox(
  hasFirefox ? 'in Firefox' : 'No Firefox on this system: install one or name it in FIREFOX_PATH',
  () => {
    let product: SharedProduct;
    let lent: Lent<SharedProduct> | undefined;
    let browser: Browser;
    let visitor: FirefoxVisitor;
    let ana: Creator;
    let mastodon: AccountView;

    beforeAll(async () => {
      [lent, browser] = await Promise.all([borrowProduct(), launchFirefox()]);
      product = lent.of;
      await new SandboxControl(product.sandboxUrl).reset();
    });
    beforeEach(async () => {
      ana = await Creator.signedIn(product);
      mastodon = await ana.connectMastodon();
      visitor = await FirefoxVisitor.arrive(browser, product.url);
    });
    afterEach(() => visitor.leave());
    afterAll(async () => {
      lent?.giveBack();
      await browser.close();
    });

    it('signs in with the link of the mail', async () => {
      await visitor.open('/login');
      await visitor.fill('Email', `firefox-${ana.email}`);
      await visitor.click('button', 'Continue with Email');
      await visitor.click('link', 'Open the sign-in link');
      await visitor.click('button', 'Sign in');
      await visitor.sees('No posts yet');
      expect(await visitor.isControlledByWorker()).toBe(true);
    });

    it('connects Pinterest, and a page of Facebook that the user chooses', async () => {
      await visitor.signInAs(ana);
      await visitor.open('/settings');
      await visitor.click('link', 'Connect Pinterest');
      await visitor.click('button', 'Allow');
      await visitor.sees('Pinterest connected');
      // Opens the page without the message, which can cover the next target.
      await visitor.open('/settings');
      await visitor.click('link', 'Connect Facebook');
      await visitor.click('button', 'Allow');
      await visitor.page.locator('form[aria-label="Choose accounts"] input').click();
      await visitor.click('button', 'Connect');
      await visitor.sees('Account connected');
      const platforms = (await accountsOf(ana)).map(({ platform }) => platform);
      expect(platforms).toEqual(expect.arrayContaining(['pinterest', 'facebook']));
      expect(await visitor.isControlledByWorker()).toBe(true);
    });

    it('schedules a post on the only account', async () => {
      await visitor.signInAs(ana);
      await visitor.open('/posts');
      await visitor.click('button', 'Start Creating');
      await visitor.fill('Content', 'Written in Firefox');
      await visitor.click('button', 'Schedule Post');
      await visitor.sees('Post scheduled!');
      const { body } = await ana.client.get<readonly PostView[]>('/api/posts');
      expect(body).toMatchObject([{ content: 'Written in Firefox', selectedAccountIds: [mastodon.id] }]);
    });

    it('replies to a comment', async () => {
      const { body } = await ana.schedule([mastodon], 'We bake at six.');
      const [target] = (await ana.settled(body.id, ['posted'])).targets;
      const sandbox = new SandboxControl(product.sandboxUrl);
      const remoteId = target?.remoteId ?? '';
      const text = 'Do you sell flour?';
      const parentId = await sandbox.comment({ platform: 'mastodon', remoteId, author: 'ben', text });
      await visitor.signInAs(ana);
      await visitor.open('/inbox');
      await visitor.sees(text);
      await visitor.page.locator('article button::-p-text(Reply)').click();
      await visitor.page.locator('article textarea').fill('We do, by the pound.');
      await visitor.click('button', 'Send');
      await visitor.sees('Reply sent!');
      await eventually(async () => {
        const replies = await sandbox.replies('mastodon');
        expect(replies).toMatchObject([{ parentId, text: expect.stringContaining('by the pound') }]);
      });
    });

    it('pays for Premium', async () => {
      await visitor.signInAs(ana);
      await visitor.open('/subscribe');
      await visitor.click('button', 'Upgrade to Premium');
      const { page } = visitor;
      const element = await page.waitForSelector('iframe[title="Secure payment input frame"]');
      const form = await element?.contentFrame();
      if (!form) throw new Error('There is no form for a card.');
      for (const [field, value] of [
        ['Card number', '4242424242424242'],
        ['Expiration date', '12/34'],
        ['Security code', '123'],
      ] as const)
        await visitor.fill(field, value, form);
      await visitor.click('button', 'Subscribe');
      await visitor.sees('Welcome to Premium!');
      await eventually(async () => {
        expect((await ana.client.get('/api/auth/user')).body).toMatchObject({ isPremium: true });
      });
    });
  },
);
