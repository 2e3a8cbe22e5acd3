import type { SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { aDraft } from '#testing/answer-drafts.ts';
import { newPostFields } from '../../model/composer/post-fields.ts';
import { draftRequestOf } from '../../model/drafts/draft-request.ts';
import { DraftSaver } from './draft-saver.ts';

const untouched = { fields: newPostFields('UTC', 0, []), media: [] };
const textOf = (content: string) =>
  JSON.stringify({ ...untouched, fields: { ...untouched.fields, content } });
let saved: string[];
let close: () => void;
let saver: DraftSaver;

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
  saved = [];
  // The fake server needs real timers.
  jest.spyOn(globalThis, 'fetch').mockImplementation((_path, options) => {
    const { content = '' } = JSON.parse(options?.body as string) as SaveDraftRequest;
    saved.push(content);
    return Promise.resolve(Response.json(aDraft({ content, revision: saved.length })));
  });
  saver = new DraftSaver({
    userId: 'ana',
    id: aDraft().id,
    start: JSON.stringify(untouched),
    isEmpty: ({ fields }) => fields.content === '',
    base: null,
    unsaved: null,
    form: {
      requestOf: (draft) => draftRequestOf(draft, { zone: 'UTC', isPremium: false }, null),
      onId: () => undefined,
    },
    onSaved: () => undefined,
    onClosed: () => undefined,
  });
  close = saver.open();
});
afterEach(() => {
  saver.drop();
  close();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('saves one second after the last key', async () => {
  saver.note(textOf('H'));
  await advance(999);
  saver.note(textOf('Ha'));
  await advance(999);
  expect(saved).toEqual([]);
  await advance(1);
  expect(saved).toEqual(['Ha']);
});

it('saves every five seconds while the user keeps typing', async () => {
  for (let key = 1; key <= 22; key += 1) {
    saver.note(textOf('x'.repeat(key)));
    await advance(500);
  }
  expect(saved.map(({ length }) => length)).toEqual([10, 20]);
});
