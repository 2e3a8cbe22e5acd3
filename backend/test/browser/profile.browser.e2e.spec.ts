import { emailNotMe, verifyEmail } from '@posthorn/contracts/identity/email-change.http';
import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { expect, it } from '@jest/globals';
import { newestLink } from '../browserless-client.ts';
import { examine, PHONE } from './examine.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();

it('changes the names and, with a link, the e-mail address; the owner of the old address can take the account back', async () => {
  const ana = await stage.creator();
  const newAddress = `new-${ana.email}`;
  const visitor = await stage.visitOf(ana, PHONE, '/settings/account');
  const { page } = visitor;
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' });
  await dialog.getByLabel('First name').fill('Ana');
  await dialog.getByLabel('Last name').fill('Lim');
  await dialog.getByLabel('Email').fill(newAddress);
  expect(await examine(page, 'edit-profile', { over: true })).toEqual([]);
  await page.setViewportSize(PHONE);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const account = page.getByRole('region', { name: 'Account' });
  await account.getByText('Ana Lim', { exact: true }).waitFor();
  await account.getByText(`${newAddress} is not confirmed yet`, { exact: false }).waitFor();

  await page.goto(await newestLink(stage.product.dataDir, newAddress, verifyEmail.path));
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByRole('heading', { name: 'Address changed' }).waitFor();
  await page.getByRole('link', { name: 'Open Settings' }).click();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await account.getByText(newAddress, { exact: true }).waitFor();

  const { page: oldOwnerPage } = await stage.visit();
  await oldOwnerPage.goto(await newestLink(stage.product.dataDir, ana.email, emailNotMe.path));
  await oldOwnerPage.getByRole('button', { name: 'Take my account back' }).click();
  await oldOwnerPage.getByRole('heading', { name: 'Your account is yours again' }).waitFor();
  visitor.expects(/status of 401/u);
  await page.goto(`${stage.product.url}/settings`);
  await page.waitForURL(/\/login/u);
});

it('does not break words below the figures of a profile on the narrowest phones', async () => {
  const ana = await stage.creator();
  const { body: user } = await ana.client.get<UserView>(currentUser.path);
  const { page } = await stage.visitOf(ana, { width: 320, height: 640 }, `/profile/${user.username}`);
  await page.getByText('Engagement').waitFor();
  const heights = await page.evaluate<number[]>(
    "[...document.querySelectorAll('dt')].map((name) => name.getBoundingClientRect().height)",
  );
  expect(heights).toHaveLength(3);
  expect(new Set(heights).size).toBe(1);
  expect(await examine(page, 'profile')).toEqual([]);
});
