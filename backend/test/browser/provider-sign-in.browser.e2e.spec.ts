import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { OpenIdProvider } from '#modules/identity/testing/open-id-provider.ts';
import { startProduct, type Product } from '../product.ts';
import { axeFaults, thumbFaults } from './accessibility.ts';
import { borrowBrowser } from './shared-stages.ts';
import { Visitor } from './visitor.ts';

// This spec does not use the shared stage: there, a request to another host fails the spec. This spec needs such requests.

const ANA = { sub: 'ana', email: 'ana@provider.example', email_verified: true };
let product: Product;
let google: OpenIdProvider;
let browser: Browser;
let giveBack: () => void = () => undefined;
beforeAll(async () => {
  google = await OpenIdProvider.start();
  product = await startProduct({ env: google.env('GOOGLE', 'GOOGLE_ISSUER') });
  google.leadBackTo(`${product.url}/api/auth/google/callback`);
  const lent = await borrowBrowser();
  giveBack = lent.giveBack;
  browser = await chromium.connect(lent.of.endpoint);
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser.close();
  giveBack();
  await Promise.all([product.close(), google.close()]);
});

async function newPage(): Promise<Page> {
  return (await Visitor.arrive(browser, product.url)).page;
}
const waitForPosts = (page: Page) => page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor();

it('signs in with the button of a provider, and with the cookies that a real browser sends from another site', async () => {
  const page = await newPage();
  google.expects(ANA);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await waitForPosts(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Disconnect Google' }).click();
  await page.getByRole('link', { name: 'Connect Google' }).click();
  await page.getByText('Google connected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Disconnect Google' }).waitFor();
});
it('asks for a confirmation when another site starts the sign-in', async () => {
  const page = await newPage();
  google.expects(ANA);
  await page.goto(`${google.issuer}/.well-known/openid-configuration`);
  await page.evaluate(`location.href = ${JSON.stringify(`${product.url}/api/auth/google`)}`);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await waitForPosts(page);
});
it('shows the reason when the user refuses', async () => {
  const page = await newPage();
  google.expects(null);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('You did not allow Google');
});

it('signs in through the sandbox for a provider without keys, and shows a refusal', async () => {
  const page = await newPage();
  const begin = async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Continue with LinkedIn' }).click();
    await page.getByRole('heading', { name: 'LinkedIn: choose an account' }).waitFor();
  };
  await begin();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('You did not allow LinkedIn');
  await begin();
  expect(await axeFaults(page)).toEqual([]);
  expect(await thumbFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ben Sandbox (ben@linkedin.example)' }).click();
  await waitForPosts(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Disconnect LinkedIn' }).waitFor();
});
