import { updateUser } from '@posthorn/contracts/identity/profile.http';
import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { addLink, getLinkPage, type LinkPageView } from '@posthorn/contracts/link-tree/link-page.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { examine, PHONE } from './examine.ts';
import { shiftsOf } from './shifts.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();

const focused = (page: Page) => page.evaluate<string | null>('document.activeElement.textContent');

it('opens the section of Settings that is in the URL, highlights the visible section, and searches', async () => {
  const { page } = await stage.visitOf(await stage.creator(), {}, '/settings#timezone');
  await eventually(async () => {
    expect(await focused(page)).toBe('Timezone Settings');
  });
  expect(await shiftsOf(page)).toBe(0);
  const list = page.getByRole('navigation', { name: 'Sections' });
  const current = list.locator('[aria-current=location]');
  await eventually(async () => {
    expect(await current.textContent()).toBe('Timezone Settings');
  });
  await page.mouse.wheel(0, -20_000);
  await eventually(async () => {
    expect(await current.textContent()).toBe('Connected Accounts');
  });
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('dark');
  await page.getByRole('region', { name: 'Account', exact: true }).waitFor({ state: 'hidden' });
  await list.getByRole('link', { name: 'Appearance' }).click();
  await eventually(async () => {
    expect(await focused(page)).toBe('Appearance');
  });
  expect(new URL(page.url()).hash).toBe('#appearance');
});

it('moves the focus when a dialog leads to another section or removes the button that opened it', async () => {
  const ana = await stage.creator();
  await ana.client.post(addLink.path, { title: 'Shop', url: 'https://ana.example/shop' });
  const { page } = await stage.visitOf(ana, {}, '/settings');
  const expectFocus = async (heading: string) => {
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => {
      expect(await focused(page)).toBe(heading);
    });
  };
  await page.getByRole('button', { name: 'Notifications' }).click();
  await page.getByRole('link', { name: 'Choose your notifications' }).click();
  await expectFocus('Notifications');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('link', { name: 'Export your data first' }).click();
  await expectFocus('Your data');
  await page.goto('/settings/link-page');
  await page.getByRole('button', { name: 'More for Shop' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expectFocus('Add link');
});

it('counts a click on the public page that the browser reports, and shows it to the owner', async () => {
  const ana = await stage.creator();
  const { body: user } = await ana.client.get<UserView>(currentUser.path);
  await ana.client.call('PATCH', pathOf(updateUser, { userId: user.id }), { handle: 'ana_clicked' });
  // Link pages accept no host without a dot.
  const url = `${stage.product.url.replace('localhost', '127.0.0.1')}/terms`;
  await ana.client.post(addLink.path, { title: 'Where it leads', url });
  const userAgent = (
    await stage.visit().then(({ page }) => page.evaluate<string>('navigator.userAgent'))
  ).replace('Headless', '');
  const visitor = await stage.visit({ userAgent });
  visitor.expects(/^request to another host: http:\/\/127\.0\.0\.1:\d+\/(terms|favicon)/u);
  const { page } = visitor;
  await page.goto('/u/ana_clicked');
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Where it leads' }).click();
  await (await popup).waitForURL(`${url}?*`);
  await eventually(async () => {
    const { body } = await ana.client.get<LinkPageView>(getLinkPage.path);
    expect(body.links).toMatchObject([{ seen: { clicks: 1, visitors: 1 } }]);
  });
  const { page: editor } = await stage.visitOf(ana, PHONE, '/settings/link-page');
  await editor.getByText('1 click, 1 visitor').waitFor();
  expect(await examine(editor, 'link-page-clicks')).toEqual([]);
});

it('claims a handle on a phone', async () => {
  const { page } = await stage.visitOf(await stage.creator(), PHONE, '/settings/account');
  const account = page.getByRole('region', { name: 'Account', exact: true });
  await account.getByRole('button', { name: 'Set Handle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set Handle' });
  await dialog.getByLabel('Handle').fill('Ana_Phone');
  expect(await examine(page, 'set-handle', { over: true })).toEqual([]);
  await page.setViewportSize(PHONE);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await account.getByText('@ana_phone').waitFor();
  await page.getByRole('link', { name: 'Back to Settings' }).click();
  await page.getByRole('link', { name: 'Link page' }).click();
  await page
    .getByRole('region', { name: 'Link page' })
    .getByText(/\/u\/ana_phone$/u)
    .waitFor();
});

it('adds links, drags a link to the top, and shows each change in the preview', async () => {
  const ana = await stage.creator();
  const { body: user } = await ana.client.get<UserView>(currentUser.path);
  await ana.client.call('PATCH', pathOf(updateUser, { userId: user.id }), { handle: 'ana_links' });
  const { page } = await stage.visitOf(ana, {}, '/settings/link-page');
  for (const title of ['Shop', 'Newsletter', 'Market days']) {
    await page.getByRole('button', { name: 'Add link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add link' });
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Address', { exact: true }).fill('ana.example/there');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  const preview = page.frameLocator('iframe');
  await preview.getByRole('link', { name: 'Market days' }).waitFor();
  await page.getByRole('button', { name: 'Move Market days' }).waitFor();
  // Each added link moves the content below. If the response is late, the browser counts this move as a layout shift.
  const shiftsOfAddedLinks = await shiftsOf(page);
  const handle = await page.getByRole('button', { name: 'Move Market days' }).boundingBox();
  const first = await page.getByRole('button', { name: 'Move Shop' }).boundingBox();
  if (!handle || !first) throw new Error('A link is not visible.');
  await page.mouse.move(handle.x + 20, handle.y + 20);
  await page.mouse.down();
  await page.mouse.move(first.x + 20, first.y + 20, { steps: 8 });
  await page.mouse.up();
  await eventually(async () => {
    const titles = await preview
      .getByRole('link', { name: /^(Shop|Newsletter|Market days)/u })
      .allTextContents();
    expect(titles.map((text) => text.trim())).toEqual(['Market days', 'Shop', 'Newsletter']);
  });
  await page.getByRole('switch', { name: 'Show Shop on the page' }).click();
  await preview.getByRole('link', { name: 'Shop' }).waitFor({ state: 'detached' });
  expect((await shiftsOf(page)) - shiftsOfAddedLinks).toBeLessThanOrEqual(0.02);
  await page.setViewportSize(PHONE);
  expect(await examine(page, 'link-page')).toEqual([]);
});
