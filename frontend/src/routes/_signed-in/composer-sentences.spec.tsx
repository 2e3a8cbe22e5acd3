import { misfitParts, problemSaid } from '@posthorn/contracts/integrations/precheck-problem';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms, publishFields } from '@posthorn/contracts/integrations/platforms.http';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { precheckPost, schedulePost } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { answerComposer, open, pick, submit, user, write } from '#testing/composing.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { aBlueskyAccount, aPlatform } from '#testing/views.ts';

beforeEach(() => {
  answerComposer(() => []);
});

/** The server's text, which is not in the language of the screen. */
const message = 'Das sagt der Server.';
const tooManyLinks = {
  ...problemSaid('integrations.too-many-links', { platform: 'Bluesky', max: 2 }),
  message,
};
const serverText = /Das sagt der Server/u;

it("shows the app's own sentence for a problem that only the server finds", async () => {
  const unknown = { code: 'integrations.new-rule', values: {}, message: 'Neu beim Server.' };
  answer(precheckPost, () => ({
    accounts: [{ accountId: 7, ok: false, problems: [tooManyLinks, unknown], text: { used: 5, max: 300 } }],
  }));
  await open();
  await pick(/ana\.bsky\.social/);
  write('Hello');
  await screen.findByText(/at most 2 links are allowed\.$/u);
  await screen.findByText('Neu beim Server.');
  expect(screen.queryByText(serverText)).toBeNull();
});

it("shows the app's own sentence when the server refuses a post for an account", async () => {
  refuse(schedulePost, 422, {
    message: `ana: ${message}`,
    code: 'scheduling.does-not-fit',
    variant: 'other',
    fields: { 'selectedAccountIds.7': `ana: ${message}` },
    fieldCodes: { 'selectedAccountIds.7': misfitParts('ana', [tooManyLinks]) },
  });
  await open();
  await pick(/ana\.bsky\.social/);
  write('Hello');
  await submit();
  await screen.findByText('ana: Bluesky: at most 2 links are allowed.');
  expect(screen.queryByText(serverText)).toBeNull();
});

const PRIVACY = {
  kind: 'choice',
  name: 'privacy',
  label: message,
  help: message,
  required: false,
  fromAccount: true,
  choices: [],
  initial: null,
} as const satisfies OptionField;

it("shows the app's own labels for a platform's options and their choices", async () => {
  answer(listAccounts, () => [aBlueskyAccount({ platform: 'tiktok' })]);
  answer(listPlatforms, () => [aPlatform({ platform: 'tiktok', options: [PRIVACY] })]);
  const choices = [
    { value: 'SELF_ONLY', label: message },
    { value: 'NEW', label: 'Neu beim Server' },
  ];
  answer(publishFields, () => [{ ...PRIVACY, choices }]);
  await open();
  await pick(/ana\.bsky\.social/);
  const list = await screen.findByLabelText(/^Who can view this post/u);
  await screen.findByText(/^By posting, you agree to TikTok’s Music Usage Confirmation\.$/u);
  await user.click(list);
  await screen.findByRole('option', { name: 'Only you' });
  await screen.findByRole('option', { name: 'Neu beim Server' });
  expect(screen.queryByText(serverText)).toBeNull();
});

it("adds the app's own word to a choice that the server marks as secret", async () => {
  answer(listAccounts, () => [aBlueskyAccount({ platform: 'pinterest' })]);
  const board = { ...PRIVACY, name: 'boardId', required: true } as const;
  answer(listPlatforms, () => [aPlatform({ platform: 'pinterest', options: [board] })]);
  const choices = [
    { value: '7', label: 'Recipes' },
    { value: '8', label: 'Plans', mark: 'secret' },
    { value: '9', label: 'Archive', mark: 'a mark of a newer server' as 'secret' },
  ] as const;
  answer(publishFields, () => [{ ...board, choices }]);
  await open();
  await pick(/ana\.bsky\.social/);
  const boards = within(await screen.findByRole('combobox', { name: 'Board' })).getAllByRole('option');
  expect(boards.map(({ textContent }) => textContent)).toEqual([
    'Please choose',
    'Recipes',
    'Plans (secret)',
    'Archive',
  ]);
});

it("names languages in the app's own words, in their order", async () => {
  const language = { ...PRIVACY, name: 'language', fromAccount: false } as const;
  const choices = [
    { value: 'de', label: message, own: 'Deutsch' },
    { value: 'nb', label: message, own: 'norsk bokmål' },
    { value: 'en', label: message, own: 'English' },
    { value: 'da', label: message, own: 'dansk' },
    { value: 'xx', label: 'Neu beim Server', own: 'Xx' },
  ];
  answer(listPlatforms, () => [aPlatform({ options: [{ ...language, choices }] })]);
  await open();
  await pick(/ana\.bsky\.social/);
  const list = within(await screen.findByRole('combobox', { name: 'Language' })).getAllByRole('option');
  expect(list.map((each) => [each.getAttribute('value'), each.textContent])).toEqual([
    ['', 'Not chosen'],
    ['da', 'Danish (dansk)'],
    ['en', 'English'],
    ['de', 'German (Deutsch)'],
    ['xx', 'Neu beim Server'],
    ['nb', 'Norwegian Bokmål (norsk bokmål)'],
  ]);
});

it("shows the app's own hint for a platform", async () => {
  answer(listAccounts, () => [aBlueskyAccount({ platform: 'twitter' })]);
  answer(listPlatforms, () => [aPlatform({ platform: 'twitter', hint: message })]);
  await open();
  await pick(/ana\.bsky\.social/);
  await screen.findByText(/^X charges this server thirteen times as much/u);
  expect(screen.queryByText(serverText)).toBeNull();
});
