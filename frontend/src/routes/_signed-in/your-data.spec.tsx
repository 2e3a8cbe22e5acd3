import {
  ACCOUNT_EXPORT_TEXT,
  requestAccountExport,
  type AccountExportReply,
} from '@posthorn/contracts/identity/account-export.http';
import { appState, currentUser, listSessions } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPlatform, aUser } from '#testing/views.ts';

const user = userEvent.setup();

beforeEach(() => {
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => []);
  answer(listPlatforms, () => [aPlatform()]);
  answer(listSessions, () => []);
});

const card = async () => within(await screen.findByRole('region', { name: 'Your data' }));
const requestExport = async () => {
  renderApp('/settings');
  const data = await card();
  await user.click(data.getByRole('button', { name: 'Export my data' }));
  return data;
};

it('shows a link to an export of all data, and says until when the link works', async () => {
  let give: (link: AccountExportReply) => void = () => undefined;
  const reply = new Promise<AccountExportReply>((resolve) => {
    give = resolve;
  });
  let requestCount = 0;
  answer(requestAccountExport, () => {
    requestCount += 1;
    return reply;
  });
  const data = await requestExport();
  const preparing = await data.findByRole('button', { name: 'Preparing...' });
  expect(preparing.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(preparing);
  await user.click(preparing);
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
  give({ url: '/api/account/export/token', expiresAt });
  const link = await data.findByRole('link', { name: 'Download' });
  expect(link.getAttribute('href')).toBe('/api/account/export/token');
  expect(link.hasAttribute('download')).toBe(true);
  data.getByText(/^The link works once, in this browser, until .*\d/u);
  expect(document.activeElement).toBe(data.getByRole('button', { name: 'Make a new export' }));
  expect(requestCount).toBe(1);
  expect(await accessibilityFaults()).toEqual([]);
});

it('removes the link after one download, and then offers a new export', async () => {
  let made = 0;
  answer(requestAccountExport, () => {
    made += 1;
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
    return { url: `/api/account/export/token${String(made)}`, expiresAt };
  });
  const data = await requestExport();
  await user.click(await data.findByRole('link', { name: 'Download' }));
  await data.findByText('Your download has started. The link worked for one download.');
  expect(data.queryByRole('link', { name: 'Download' })).toBeNull();
  const again = data.getByRole('button', { name: 'Make a new export' });
  expect(document.activeElement).toBe(again);
  await user.click(again);
  const link = await data.findByRole('link', { name: 'Download' });
  expect(link.getAttribute('href')).toBe('/api/account/export/token2');
});

it('does not show a link that has expired', async () => {
  answer(requestAccountExport, () => ({
    url: '/api/account/export/token',
    expiresAt: new Date(0).toISOString(),
  }));
  const data = await requestExport();
  await data.findByText('The link has expired. Make a new export.');
  expect(data.queryByRole('link', { name: 'Download' })).toBeNull();
});

it('asks a user with an old sign-in to sign in again, and returns to this screen', async () => {
  refuse(requestAccountExport, 403, {
    code: 'identity.not-fresh',
    variant: 'export',
    message: ACCOUNT_EXPORT_TEXT.notFresh,
  });
  const data = await requestExport();
  await data.findByText(ACCOUNT_EXPORT_TEXT.notFresh);
  const link = data.getByRole('link', { name: 'Sign in again and come back here' });
  expect(link.getAttribute('href')).toBe('/login?next=%2Fsettings');
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows why the server refused a further export', async () => {
  refuse(requestAccountExport, 429, {
    code: 'request.too-many',
    variant: 'other',
    message: ACCOUNT_EXPORT_TEXT.tooMany,
  });
  const data = await requestExport();
  await data.findByText(ACCOUNT_EXPORT_TEXT.tooMany);
  expect(data.queryByRole('link', { name: 'Sign in again and come back here' })).toBeNull();
});
