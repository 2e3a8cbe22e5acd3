import { listPlatforms, publishFields } from '@posthorn/contracts/integrations/platforms.http';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { schedulePost, type SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
// Loads the composer before the first spec, so that no spec waits for the code.
import '#features/scheduling/components/composer/compose-dialog.tsx';
import { accessibilityFaults } from '#testing/axe.ts';
import { answerComposer, open, pick, setTime, submit, user, write } from '#testing/composing.ts';
import { answer } from '#testing/fake-server.ts';
import { aPlatform, aPost } from '#testing/views.ts';

const BOARD = {
  kind: 'choice',
  name: 'boardId',
  label: 'Board',
  required: true,
  choices: [],
  fromAccount: true,
  initial: null,
} as const;
const AUDIENCE: OptionField = {
  kind: 'flag',
  name: 'kids',
  label: 'Made for kids',
  required: true,
  initial: null,
  byHand: true,
};
const RECIPES = { value: '12', label: 'Recipes' };
const GARDEN = { value: '13', label: 'Garden' };
let sent: SchedulePostRequest[];

const offerBoards = (...choices: (typeof RECIPES)[]) => {
  answer(listPlatforms, () => [aPlatform({ options: [BOARD, AUDIENCE] })]);
  answer(publishFields, () => [{ ...BOARD, choices }, AUDIENCE]);
};
beforeEach(() => {
  answerComposer(() => []);
  sent = [];
  answer(schedulePost, (request) => {
    sent.push(request);
    return aPost();
  });
});

const board = () => screen.findByRole('combobox', { name: 'Board' });
const audienceChoice = (name: string) =>
  within(screen.getByRole('group', { name: 'Made for kids' })).getByRole('radio', { name });
const schedule = async () => {
  await setTime('2030-07-01T13:00');
  await submit();
  await screen.findByText('Post scheduled!');
};
const scheduleWithChoices = async () => {
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await user.selectOptions(await board(), 'Recipes');
  await user.click(audienceChoice('No'));
  await schedule();
  cleanup();
};

it('previews the post on the first account until the user selects one', async () => {
  await open();
  write('Fresh bread at seven');
  const preview = screen.getByRole('region', { name: 'Preview' });
  within(preview).getByText(/^How it would look on .*ana\.bsky\.social/u);
  await within(preview).findByText(/^Fresh bread at seven/u);
  expect(await accessibilityFaults()).toEqual([]);
  await pick(/ana\.bsky\.social/);
  expect(within(preview).queryByText(/^How it would look/u)).toBeNull();
  within(preview).getByRole('tab', { name: /Bluesky/u });
});

it('does not show a problem before the user has written anything', async () => {
  offerBoards(RECIPES);
  await open();
  await pick(/ana\.bsky\.social/);
  await board();
  expect(screen.queryByText('Bluesky is not ready yet.')).toBeNull();
  write('Hello');
  await screen.findByText('Bluesky is not ready yet.');
});

it('shows the problems of an empty form when the user submits it', async () => {
  offerBoards(RECIPES);
  await open();
  await pick(/ana\.bsky\.social/);
  await submit();
  await screen.findByText('Bluesky is not ready yet.');
  await screen.findByText('Content is required');
});

it("begins with an account's last choices, except those that the user must make for each post", async () => {
  offerBoards(RECIPES);
  await scheduleWithChoices();
  await open();
  write('Again');
  expect(await board()).toHaveProperty('value', '12');
  expect(audienceChoice('No')).toHaveProperty('checked', false);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Same choices as last time' }));
  expect(audienceChoice('No')).toHaveProperty('checked', true);
  expect(screen.queryByRole('button', { name: 'Same choices as last time' })).toBeNull();
  await schedule();
  expect(sent[1]).toMatchObject({ targets: [{ accountId: 7, options: { boardId: '12', kids: false } }] });
});

it('asks again for a choice that the account no longer offers', async () => {
  offerBoards(RECIPES);
  await scheduleWithChoices();
  offerBoards(GARDEN);
  await open();
  write('Again');
  const chooser = await board();
  await waitFor(() => {
    expect(chooser).toHaveProperty('value', '');
  });
  await screen.findByText('Bluesky is not ready yet.');
});
