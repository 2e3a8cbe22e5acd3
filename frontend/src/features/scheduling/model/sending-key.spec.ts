import { beforeEach, expect, it } from '@jest/globals';
import { dropSendingKey, sendingKey, sentBefore } from './sending-key.ts';

const DRAFT = 'draft';
const bread = { content: 'Bread', scheduledFor: '2030-01-01T08:00:00.000Z' };
const cake = { content: 'Cake', scheduledFor: '2030-01-01T08:00:00.000Z' };
/** What another window with the same draft stores when it sends. */
const otherWindowSends = (request: object) => {
  localStorage.setItem(
    `${DRAFT}:sending`,
    JSON.stringify({ request: JSON.stringify(request), key: 'theirs' }),
  );
};

beforeEach(() => {
  dropSendingKey(DRAFT);
});

it('keeps the key of a request whose answer was lost, and gives another request another key', () => {
  const key = sendingKey(DRAFT, bread);
  expect(sendingKey(DRAFT, bread)).toBe(key);
  expect(sendingKey(DRAFT, cake)).not.toBe(key);
});

it('keeps it while another window sends its own text from the same draft', () => {
  const key = sendingKey(DRAFT, bread);
  otherWindowSends(cake);
  const later = { ...bread, scheduledFor: '2030-01-01T09:00:00.000Z' };
  expect(sentBefore(DRAFT, later)).toEqual(bread);
  expect(sendingKey(DRAFT, bread)).toBe(key);
});

it('has the same key after the page was reloaded', () => {
  otherWindowSends(bread);
  expect(sendingKey(DRAFT, bread)).toBe('theirs');
});

it('gives the same text a new key once the answer has arrived', () => {
  const key = sendingKey(DRAFT, bread);
  dropSendingKey(DRAFT);
  expect(sentBefore(DRAFT, bread)).toBeNull();
  expect(sendingKey(DRAFT, bread)).not.toBe(key);
});
