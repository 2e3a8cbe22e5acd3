import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answerInbox, aComment } from '#testing/answer-inbox.ts';
import { answerComposer, content, open, user } from '#testing/composing.ts';
import { renderApp } from '#testing/render-app.tsx';

/** A key that an input method uses, for example to choose the characters for typed sounds. The browser reports it to the page too. */
const pressWhileComposing = (field: HTMLElement, key: string, more: object = {}) => {
  fireEvent.keyDown(field, { key, isComposing: true, ...more });
};

beforeEach(() => {
  answerComposer(() => []);
});

it('keeps the composer open when Escape ends an input of Japanese', async () => {
  await open();
  pressWhileComposing(content(), 'Escape');
  await user.type(content(), 'よ');
  expect(content()).toHaveProperty('value', 'よ');
  fireEvent.keyDown(content(), { key: 'Escape' });
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
it('does not save a set of accounts when Enter chooses characters of its name', async () => {
  await open();
  await user.click(screen.getByRole('checkbox', { name: /ana\.bsky\.social/ }));
  await user.click(screen.getByRole('button', { name: 'Save set' }));
  const name = screen.getByRole('textbox', { name: 'Name of the set' });
  await user.type(name, 'よ');
  pressWhileComposing(name, 'Enter');
  expect(screen.getByRole('textbox', { name: 'Name of the set' })).toBe(name);
});
it('keeps a reply open, and does not send it, when a key chooses its characters', async () => {
  answerInbox(() => [aComment()]);
  renderApp('/inbox');
  const ben = within(await screen.findByRole('article', { name: 'Comment by Ben' }));
  await user.click(ben.getByRole('button', { name: /^Reply/u }));
  const reply = await screen.findByRole('textbox', { name: 'Your reply to Ben' });
  await user.type(reply, 'よ');
  pressWhileComposing(reply, 'Enter', { ctrlKey: true });
  pressWhileComposing(reply, 'Escape');
  expect(screen.getByRole('textbox', { name: 'Your reply to Ben' })).toBe(reply);
});
