import { expect, it } from '@jest/globals';
import { MastodonStore } from './mastodon-store.ts';
import type { Status } from './status.ts';

const status: Omit<Status, 'createdAt'> = {
  id: '7',
  host: 'mastodon.sandbox.test',
  accountId: '1',
  text: 'Hello',
  spoilerText: '',
  visibility: 'public',
  sensitive: false,
  language: null,
  inReplyToId: null,
  mediaIds: [],
  published: true,
};
const editEntry = (text: string, editedAt: number) =>
  ({ type: 'changed', id: '7', change: { text, editedAt } }) as const;

it('shows the last change of a status, and needs only that journal entry', () => {
  const store = new MastodonStore();
  store.apply({ type: 'status', status, key: null }, 1);
  const [first, last] = [editEntry('Helo', 2), editEntry('Hello!', 3)];
  store.apply(first, 2);
  store.apply(last, 3);
  expect(store.status('7')).toMatchObject({ text: 'Hello!', createdAt: 1, editedAt: 3 });
  expect([first, last].map((entry) => store.isStillNeeded(entry))).toEqual([false, true]);
  store.apply({ type: 'deleted', id: '7' }, 4);
  expect(store.isStillNeeded(last)).toBe(false);
});
