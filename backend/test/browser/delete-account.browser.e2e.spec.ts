import { ACCOUNT_TEXT } from '@posthorn/contracts/identity/account.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { expect, it } from '@jest/globals';
import { examine, PHONE } from './examine.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();

it('deletes an account after the user types its username, reports this on the sign-in page, and refuses the old session', async () => {
  const ana = await stage.creator();
  const { body: user } = await ana.client.get<UserView>('/api/auth/user');
  const { page } = await stage.visitOf(ana, PHONE, '/settings/delete-account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  expect(await examine(page, 'delete-account', { over: true })).toEqual([]);
  await page.setViewportSize(PHONE);
  await dialog.getByLabel('To confirm').fill(user.username);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();

  await page.waitForURL(/\/login\?deleted=1$/u);
  await page.getByText(ACCOUNT_TEXT.begun).waitFor();
  expect(
    await page.evaluate((id) => Object.keys(localStorage).filter((key) => key.includes(id)), user.id),
  ).toEqual([]);
  expect((await ana.client.get('/api/auth/user')).status).toBe(401);
});
