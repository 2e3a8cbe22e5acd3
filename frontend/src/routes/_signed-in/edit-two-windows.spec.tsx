import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { editPost, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OTHER_EDIT_TEXT as TEXT } from '#features/scheduling/messages/drafts.en.ts';
import { signedOutKey } from '#lib/signed-out.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPlatform, aPost, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const me = aUser();
let posts: PostView[];

beforeEach(() => {
  localStorage.clear();
  posts = [aPost({ content: 'Bread at seven' })];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => me);
  answer(listAccounts, () => [aBlueskyAccount()]);
  answer(listPlatforms, () => [aPlatform()]);
  answerPosts(() => posts);
});

const content = () => screen.getByLabelText('Content');
const open = async () => {
  renderApp('/posts?edit=1');
  await screen.findByRole('dialog', { name: 'Edit Post' });
};
const write = async (text: string) => {
  fireEvent.change(content(), { target: { value: text } });
  await screen.findByText('Saved');
};
const keys = () => Object.keys(localStorage).filter((key) => key.includes(':draft:'));
/** The stored versions of the edit, each as its text. */
const stored = () =>
  keys()
    .map((key) => (JSON.parse(localStorage.getItem(key) ?? '') as { fields: PostView }).fields.content)
    .sort();
const other = () => within(screen.getByRole('region', { name: TEXT.label }));

/** Another window stores other words in place of the words of this window, which it has read before. */
async function writeElsewhere(text: string): Promise<void> {
  const [key = ''] = keys();
  const oldValue = localStorage.getItem(key) ?? '';
  const copy = JSON.parse(oldValue) as { fields: object };
  const newValue = JSON.stringify({ ...copy, fields: { ...copy.fields, content: text }, at: Date.now() + 1 });
  localStorage.setItem(key, newValue);
  act(() => {
    globalThis.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }));
  });
  await screen.findByText(TEXT.title);
}

it('keeps the words of two windows that edit the same post, and shows each window the other words', async () => {
  await open();
  await write('Bread at eight');
  expect(screen.queryByText(TEXT.title)).toBeNull();
  await writeElsewhere('Bread at nine');
  expect(content()).toHaveProperty('value', 'Bread at eight');
  other().getByText('Bread at nine');
  expect(await accessibilityFaults()).toEqual([]);
  await write('Bread at eight, again');
  expect(stored()).toEqual(['Bread at eight, again', 'Bread at nine']);
  other().getByText('Bread at nine');
});

it('shows a window without changes that another window has begun to write, and keeps both texts', async () => {
  await open();
  await write('Bread at eight');
  const [key = ''] = keys();
  const newValue = localStorage.getItem(key) ?? '';
  cleanup();
  localStorage.clear();
  await open();
  localStorage.setItem(key, newValue);
  act(() => {
    globalThis.dispatchEvent(new StorageEvent('storage', { key, oldValue: null, newValue }));
  });
  await screen.findByText(TEXT.title);
  expect(content()).toHaveProperty('value', 'Bread at seven');
  await write('Bread at nine');
  expect(stored()).toEqual(['Bread at eight', 'Bread at nine']);
  // A form without changes keeps nothing, and deletes nothing of another window.
  fireEvent.change(content(), { target: { value: 'Bread at seven' } });
  await waitFor(() => {
    expect(stored()).toEqual(['Bread at eight']);
  });
});

it('continues with the words of the other window on request, and keeps its own words', async () => {
  await open();
  await write('Bread at eight');
  await writeElsewhere('Bread at nine');
  await user.click(screen.getByRole('button', { name: TEXT.use }));
  await waitFor(() => {
    expect(content()).toHaveProperty('value', 'Bread at nine');
  });
  other().getByText('Bread at eight');
  await write('Bread at ten');
  expect(stored()).toEqual(['Bread at eight', 'Bread at ten']);
  await user.click(screen.getByRole('button', { name: TEXT.use }));
  await waitFor(() => {
    expect(content()).toHaveProperty('value', 'Bread at eight');
  });
  other().getByText('Bread at ten');
});

it('begins with the newest words after both windows were closed, and offers the other words', async () => {
  await open();
  await write('Bread at eight');
  await writeElsewhere('Bread at nine');
  await write('Bread at eight, again');
  cleanup();
  await open();
  expect(content()).toHaveProperty('value', 'Bread at eight, again');
  other().getByText('Bread at nine');
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  await waitFor(() => {
    expect(content()).toHaveProperty('value', 'Bread at seven');
  });
  expect(stored()).toEqual(['Bread at nine']);
  other().getByText('Bread at nine');
});

it('deletes the other words on request, with undo', async () => {
  await open();
  await write('Bread at eight');
  await writeElsewhere('Bread at nine');
  await write('Bread at eight, again');
  await user.click(screen.getByRole('button', { name: TEXT.delete }));
  await waitFor(() => {
    expect(screen.queryByText(TEXT.title)).toBeNull();
  });
  expect(stored()).toEqual(['Bread at eight, again']);
  await user.click(await screen.findByText('Undo'));
  await screen.findByText(TEXT.title);
  expect(stored()).toEqual(['Bread at eight, again', 'Bread at nine']);
});

it('keeps the words of the other window after this window has sent its own', async () => {
  answer(editPost, ({ content: sent }) => aPost({ content: sent }));
  await open();
  await write('Bread at eight');
  await writeElsewhere('Bread at nine');
  await write('Bread at eight, again');
  await user.click(screen.getByRole('button', { name: 'Update Post' }));
  await screen.findByText('Post Updated');
  expect(stored()).toEqual(['Bread at nine']);
});

it('does not store the words of an edit after another window has signed out', async () => {
  await open();
  fireEvent.change(content(), { target: { value: 'Bread at eight' } });
  fireEvent(window, new StorageEvent('storage', { key: signedOutKey(me.id), newValue: '' }));
  globalThis.dispatchEvent(new Event('pagehide'));
  expect(stored()).toEqual([]);
});
