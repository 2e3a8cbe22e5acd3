import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { hideComment, markComment } from '@posthorn/contracts/inbox/comments.http';
import { suggestReply } from '@posthorn/contracts/inbox/ai.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aComment, answerInbox } from '#testing/answer-inbox.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aUser } from '#testing/views.ts';

// The code of the reply box loads once in each spec file. Only the first spec waits for it.
const user = userEvent.setup({ delay: null });
const actions: string[] = [];

beforeEach(() => {
  localStorage.clear();
  actions.length = 0;
  const note = (what: string) => () => {
    actions.push(what);
    return aComment();
  };
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answerInbox(() => [
    aComment(),
    aComment({ id: 2, commenterName: 'Cleo', createdAt: '2026-11-20T09:00:00.000Z' }),
  ]);
  answer(markComment, note('mark'));
  answer(hideComment, note('hide'));
  answer(suggestReply, () => {
    actions.push('suggest');
    return { reply: 'Porto!', warnings: [], warningCodes: [] };
  });
});
const ben = async () => within(await screen.findByRole('article', { name: 'Comment by Ben' }));

it('writes the keys that the user typed while the reply box was opening into the box', async () => {
  renderApp('/inbox');
  await ben();
  await user.keyboard('jjr');
  await user.keyboard('Thanjk{Backspace}{Backspace}ks, we have a june one');
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply to Ben' });
  await waitFor(() => {
    expect(box.value).toBe('Thanks, we have a june one');
  });
  expect(document.activeElement).toBe(box);
  expect(actions).toEqual([]);
});

it('hides a comment with h only while the comment itself has the focus', async () => {
  renderApp('/inbox');
  const menu = (await ben()).getByRole('button', { name: /^More/u });
  menu.focus();
  await user.keyboard('h');
  screen.getByRole('article', { name: 'Comment by Ben' }).focus();
  await user.keyboard('e');
  await waitFor(() => {
    expect(actions).toEqual(['mark']);
  });
  await user.keyboard('h');
  await waitFor(() => {
    expect(actions).toEqual(['mark', 'hide']);
  });
});
