import { beforeEach, expect, it } from '@jest/globals';
import { isUnanswered, noteResponse, noteUnanswered, earlierRequestOf } from './unanswered.ts';

const DRAFT = 'draft';
const bread = { content: 'Bread', scheduledFor: '2030-01-01T08:00:00.000Z' };
const cake = { content: 'Cake', scheduledFor: '2030-01-01T08:00:00.000Z' };
const later = { ...bread, scheduledFor: '2030-01-01T09:00:00.000Z' };
/** Stores the request that another window with the same draft sends. */
const otherWindowSends = (request: object) => {
  localStorage.setItem(`${DRAFT}:sending`, JSON.stringify(request));
};

beforeEach(() => {
  noteResponse(DRAFT);
});

it('recognizes a request whose response was lost, and ignores its time for “Post now”', () => {
  const sent = { ...bread, draftId: 'd', draftRevision: 3 };
  noteUnanswered(DRAFT, sent);
  expect(earlierRequestOf(DRAFT, later, true)).toEqual(sent);
  expect(earlierRequestOf(DRAFT, bread, false)).toEqual(sent);
  expect(earlierRequestOf(DRAFT, later, false)).toBeNull();
});

it('does not recognize a request with other content', () => {
  noteUnanswered(DRAFT, bread);
  expect(earlierRequestOf(DRAFT, cake, true)).toBeNull();
});

it('keeps the request while another window sends its own text from the same draft', () => {
  noteUnanswered(DRAFT, bread);
  otherWindowSends(cake);
  expect(earlierRequestOf(DRAFT, later, true)).toEqual(bread);
});

it('recognizes the request after a reload of the page', () => {
  otherWindowSends(bread);
  expect(isUnanswered(DRAFT)).toBe(true);
  expect(earlierRequestOf(DRAFT, later, true)).toEqual(bread);
});

it('forgets the request when its response has arrived', () => {
  noteUnanswered(DRAFT, bread);
  noteResponse(DRAFT);
  expect(isUnanswered(DRAFT)).toBe(false);
  expect(earlierRequestOf(DRAFT, bread, true)).toBeNull();
});
