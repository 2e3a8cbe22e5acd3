import { externalMe, type MeView } from '@posthorn/contracts/external/me.http';
import { expect, it } from '@jest/globals';
import { PHONE } from './examine.ts';
import { overlap } from './overlap.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();
const CARD = '/settings/api-access';

const callAs = async (token: string): Promise<Readonly<{ status: number; body: MeView }>> => {
  const response = await fetch(`${stage.product.url}${externalMe.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: (await response.json()) as MeView };
};

it('creates a token for a program, shows it once, and refuses it after its deletion', async () => {
  const ana = await stage.creator();
  const { page, context } = await stage.visitOf(ana, PHONE, CARD);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // A second window of the same user.
  const { page: otherPage } = await stage.visitOf(ana, undefined, CARD);
  await otherPage.getByText('You have no API token yet.').waitFor();

  await page.getByRole('button', { name: 'Create API token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('My blog');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.evaluate('atRest()');
  const copy = page.getByRole('button', { name: 'Copy API token' });
  const toast = page.locator('li', { hasText: 'API Token Created' });
  for (const element of [copy, page.getByRole('button', { name: 'Done' }), page.locator('code.select-all')])
    expect(await overlap(toast, element)).toBe(false);
  await copy.press('Enter');
  await page.getByRole('button', { name: 'Copied API token' }).waitFor();
  const token = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(await callAs(token)).toMatchObject({ status: 200, body: { token: { name: 'My blog' } } });
  await page.mouse.click(10, 10);
  await page.getByText(token).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Delete My blog' }).waitFor();
  expect(await page.content()).not.toContain(token);
  await otherPage.getByRole('button', { name: 'Delete My blog' }).waitFor();

  await page.getByRole('button', { name: 'Delete My blog' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Token Deleted', { exact: true }).waitFor();
  expect((await callAs(token)).status).toBe(401);
  await otherPage.getByText('You have no API token yet.').waitFor();
});
