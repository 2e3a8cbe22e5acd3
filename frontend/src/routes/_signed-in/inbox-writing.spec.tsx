import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { suggestReply } from '@posthorn/contracts/inbox/ai.http';
import { cancelReply, replyToComment, type CommentView } from '@posthorn/contracts/inbox/comments.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OTHER_REPLY_TEXT } from '#features/inbox/messages/later.en.ts';
import {
  dropSent,
  readReply,
  replyKey,
  replyVersions,
  storeReply,
} from '#features/inbox/model/reply-draft.ts';
import { signedOutKey } from '#lib/signed-out.ts';
import { aComment, answerInbox } from '#testing/answer-inbox.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse, refuseWith } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
let comments: CommentView[];

beforeEach(() => {
  localStorage.clear();
  comments = [aComment(), aComment({ id: 2, commenterName: 'Cleo', createdAt: '2026-11-20T09:00:00.000Z' })];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answerInbox(() => comments);
});
afterEach(() => {
  onlineManager.setOnline(true);
});

const SENT = {
  id: 'r-1',
  kind: 'manual',
  state: 'sent',
  permalink: null,
  sentAt: null,
  problem: null,
  until: null,
  stale: false,
  reasons: [],
  reasonCodes: [],
} as const;
const row = (name: string) => screen.findByRole('article', { name: `Comment by ${name}` });
const box = (name = 'Ben') =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Your reply to ${name}` });
const write = async (words: string, name = 'Ben') => {
  await user.click(within(await row(name)).getByRole('button', { name: /^Reply/u }));
  await user.type(await box(name), words);
};
/** Delays the response to a reply. The returned function refuses the reply. */
const refuseLater = (): (() => void) => {
  let release: () => void = () => undefined;
  answer(replyToComment, async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return refuseWith(503, { message: 'Try again later.', code: 'test.refused', requestId: 'r1' });
  });
  return () => {
    release();
  };
};

it('says immediately that a reply failed when there is no connection, and keeps its text', async () => {
  refuse(replyToComment, 503, { message: 'The server cannot be reached.' });
  renderApp('/inbox');
  await write('In Porto.');
  onlineManager.setOnline(false);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Reply failed');
  expect((await box()).value).toBe('In Porto.');
});

it('leaves the focus in a reply that the user is writing when an earlier reply fails', async () => {
  const refuseNow = refuseLater();
  renderApp('/inbox');
  await write('In Porto.{Control>}{Enter}{/Control}');
  await write('Than', 'Cleo');
  refuseNow();
  await screen.findByText('Reply failed');
  await user.keyboard('ks!');
  expect((await box('Cleo')).value).toBe('Thanks!');
  screen.getByText('Your reply to Ben: Try again later.');
  await user.click(within(await row('Ben')).getByRole('button', { name: /^Continue reply/u }));
  expect((await box()).value).toBe('In Porto.');
});

it('leaves the focus in the search field when a reply fails', async () => {
  const refuseNow = refuseLater();
  renderApp('/inbox');
  await write('In Porto.{Control>}{Enter}{/Control}');
  await user.type(screen.getByRole('searchbox'), 'Be');
  refuseNow();
  await screen.findByText('Reply failed');
  await user.keyboard('n');
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'Ben');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('keeps the own text when a suggestion arrives after the user has closed the reply', async () => {
  answer(currentUser, () => aUser({ isPremium: true }));
  let release: () => void = () => undefined;
  answer(suggestReply, async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return { reply: 'Porto!', warnings: [], warningCodes: [] };
  });
  renderApp('/inbox');
  await write('Mine');
  await user.click(within(await row('Ben')).getByRole('button', { name: /^AI Suggest/u }));
  await user.click(within(await row('Ben')).getByRole('button', { name: 'Close' }));
  release();
  // Gives the suggestion time to arrive.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await user.click(within(await row('Ben')).getByRole('button', { name: /^Continue reply/u }));
  expect((await box()).value).toBe('Mine');
});

it('shows the reply that another window sent, and lets the user copy the text that was refused', async () => {
  const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  refuse(replyToComment, 409, {
    message: 'This comment already has a reply.',
    code: 'inbox.already-replied',
  });
  renderApp('/inbox');
  await write('In Porto.');
  comments = comments.map((one) =>
    one.id === 1 ? { ...one, status: 'manual_reply', reply: { ...SENT, text: 'In Lisbon.' } } : one,
  );
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText(/Another reply was sent in the meantime/u);
  await within(await row('Ben')).findByText('In Lisbon.');
  await user.click(screen.getByRole('button', { name: 'Copy my reply' }));
  await waitFor(() => {
    expect(writeText.mock.calls).toEqual([['In Porto.']]);
  });
  writeText.mockRestore();
});

it('keeps a comment on screen while the user replies to it, even if it has left the list', async () => {
  renderApp('/inbox?status=new');
  await write('In Por');
  comments = comments.map((one) => ({ ...one, status: 'read' }));
  act(() => {
    live.send('comments');
  });
  await waitFor(() => {
    expect(screen.queryByRole('article', { name: 'Comment by Cleo' })).toBeNull();
  });
  await user.type(await box(), 'to.');
  expect((await box()).value).toBe('In Porto.');
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(screen.queryByRole('article', { name: 'Comment by Ben' })).toBeNull();
  });
});

it('deletes the stored text that was sent, but not a text that another window has stored since', () => {
  const sent = { text: 'In Porto.', replyId: 'r-1' };
  storeReply('first', { text: 'In Porto. ', sent });
  dropSent('first', 'r-1');
  expect(readReply('first')).toBeNull();
  storeReply('first', { text: 'In Lisbon?', sent });
  storeReply('first:2', { text: 'In Faro?' });
  dropSent('first', 'r-1');
  expect(
    replyVersions('first')
      .map(({ draft }) => draft.text)
      .sort(),
  ).toEqual(['In Faro?', 'In Lisbon?']);
});

/** The stored versions of the reply to Ben. */
const stored = () =>
  replyVersions(replyKey(aUser().id, 1))
    .map(({ draft }) => draft.text)
    .sort();
/** Another window stores other words in place of the words of this window, which it has read before. */
function writeElsewhere(text: string): void {
  const key = replyKey(aUser().id, 1);
  const newValue = storeReply(key, { text });
  act(() => {
    globalThis.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  });
}
const other = () => within(screen.getByRole('region', { name: OTHER_REPLY_TEXT.label }));

it('keeps the words of two windows that reply to one comment, and shows each window the other words', async () => {
  renderApp('/inbox');
  await write('In Porto');
  writeElsewhere('In Lisbon');
  expect((await box()).value).toBe('In Porto');
  expect(stored()).toEqual(['In Lisbon', 'In Porto']);
  other().getByText('In Lisbon');
  expect(await accessibilityFaults()).toEqual([]);
  await user.type(await box(), ', I think');
  expect(stored()).toEqual(['In Lisbon', 'In Porto, I think']);
  await user.click(screen.getByRole('button', { name: OTHER_REPLY_TEXT.use }));
  expect((await box()).value).toBe('In Lisbon');
  other().getByText('In Porto, I think');
  await user.click(screen.getByRole('button', { name: OTHER_REPLY_TEXT.delete }));
  expect(stored()).toEqual(['In Lisbon']);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  other().getByText('In Porto, I think');
  await user.type(await box(), '!');
  expect(stored()).toEqual(['In Lisbon!', 'In Porto, I think']);
});
it('stores nothing for a user who signed out in another window', async () => {
  renderApp('/inbox');
  await write('In Porto');
  localStorage.clear();
  globalThis.dispatchEvent(new StorageEvent('storage', { key: signedOutKey(aUser().id), newValue: '' }));
  await user.type(await box(), '!');
  expect(stored()).toEqual([]);
});
it('keeps the own words through a reload when a suggestion has replaced them', async () => {
  answer(currentUser, () => aUser({ isPremium: true }));
  answer(suggestReply, () => ({ reply: 'Porto!', warnings: [], warningCodes: [] }));
  renderApp('/inbox');
  await write('Mine');
  await user.click(within(await row('Ben')).getByRole('button', { name: /^AI Suggest/u }));
  await waitFor(async () => {
    expect((await box()).value).toBe('Porto!');
  });
  await user.type(await box(), ' Yes');
  cleanup();
  renderApp('/inbox');
  await user.click(within(await row('Ben')).getByRole('button', { name: /^Continue reply/u }));
  expect((await box()).value).toBe('Porto! Yes');
  other().getByText('Mine');
});
it('goes back to the own words after a suggestion, without a second version', async () => {
  answer(currentUser, () => aUser({ isPremium: true }));
  answer(suggestReply, () => ({ reply: 'Porto!', warnings: [], warningCodes: [] }));
  renderApp('/inbox');
  await write('Mine');
  const suggest = within(await row('Ben')).getByRole('button', { name: /^AI Suggest/u });
  await user.click(suggest);
  await screen.findByRole('button', { name: 'Back to my text' });
  await waitFor(() => {
    expect(suggest).toHaveProperty('disabled', false);
  });
  answer(suggestReply, () => ({ reply: 'Lisbon!', warnings: [], warningCodes: [] }));
  await user.click(suggest);
  await waitFor(async () => {
    expect((await box()).value).toBe('Lisbon!');
  });
  expect(stored()).toEqual(['Lisbon!', 'Mine']);
  await user.click(screen.getByRole('button', { name: 'Back to my text' }));
  expect((await box()).value).toBe('Mine');
  expect(stored()).toEqual(['Mine']);
});
it('opens no empty reply field when the server refuses an unchanged draft', async () => {
  comments = [aComment({ reply: { ...SENT, kind: 'ai', state: 'draft', text: 'In Porto.' } })];
  refuse(replyToComment, 503, { message: 'Try again later.' });
  renderApp('/inbox');
  await user.click(await screen.findByRole('button', { name: 'Send' }));
  await screen.findByText('Reply failed');
  within(await row('Ben')).getByText('In Porto.');
  // A field would take the place of this button.
  await within(await row('Ben')).findByRole('button', { name: /^Mark as read/u });
  expect(screen.queryByRole('textbox')).toBeNull();
});
it('keeps the text of a reply that the user takes back', async () => {
  const reply = { ...SENT, state: 'waiting', text: 'In Porto, near the river.' } as const;
  comments = [aComment({ reply })];
  answer(cancelReply, () => {
    comments = [aComment({ reply: { ...reply, state: 'cancelled' } })];
    return comments[0] as CommentView;
  });
  renderApp('/inbox');
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  await screen.findByText('Reply taken back');
  await user.click(await screen.findByRole('button', { name: /^Continue reply/u }));
  expect((await box()).value).toBe('In Porto, near the river.');
});
it.each(['failed', 'cancelled'] as const)(
  'sends a %s reply as a new reply, even if the response to its first request was lost',
  async (state) => {
    const text = 'In Porto.';
    comments = [aComment({ reply: { ...SENT, id: 'r-9', state, text } })];
    storeReply(replyKey(aUser().id, 1), { text, sent: { text, replyId: 'r-9' } });
    const sent: unknown[] = [];
    answer(replyToComment, (request) => {
      sent.push(request);
      return comments[0] as CommentView;
    });
    renderApp('/inbox');
    await user.click(await screen.findByRole('button', { name: /^(Edit|Continue reply)/u }));
    await user.click(await screen.findByRole('button', { name: 'Send' }));
    await waitFor(() => {
      expect(sent).toEqual([expect.objectContaining({ replyText: text })]);
    });
    expect(sent).toEqual([expect.not.objectContaining({ replyId: 'r-9' })]);
  },
);
