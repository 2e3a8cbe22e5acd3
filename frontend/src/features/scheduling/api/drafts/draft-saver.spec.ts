import type { DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { aDraft } from '#testing/answer-drafts.ts';
import { newPostFields } from '../../model/composer/post-fields.ts';
import { copiesOf } from '../../model/drafts/draft-copies.ts';
import { ifNotOpen } from '../../model/drafts/draft-hold.ts';
import { draftRequestOf } from '../../model/drafts/draft-request.ts';
import { DraftSaver } from './draft-saver.ts';

const untouched = { fields: newPostFields('UTC', 0, []), media: [] };
const textOf = (content: string) =>
  JSON.stringify({ ...untouched, fields: { ...untouched.fields, content } });
const ID = aDraft().id;
let saved: string[];
let deleted: number;
/** The draft on the fake server; null: the server has none. */
let stored: DraftView | null;
let savers: DraftSaver[];
let saver: DraftSaver;

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  [saved, deleted, stored, savers] = [[], 0, null, []];
  // The fake server needs real timers.
  jest.spyOn(globalThis, 'fetch').mockImplementation((_path, { method, body, headers } = {}) => {
    if (method === 'DELETE') {
      deleted += 1;
      return Promise.resolve(new Response(null, { status: 204 }));
    }
    const revision = stored?.revision ?? 0;
    if (revision > 0 && new Headers(headers).get('if-match') !== `"${String(revision)}"`) {
      const refusal = { message: 'no', code: 'scheduling.draft-changed', requestId: 'r1', draft: stored };
      return Promise.resolve(Response.json(refusal, { status: 412 }));
    }
    const { content = '' } = JSON.parse(body as string) as SaveDraftRequest;
    saved.push(content);
    stored = aDraft({ content, revision: revision + 1 });
    return Promise.resolve(Response.json(stored));
  });
  saver = openDraft();
});
afterEach(() => {
  for (const each of savers) each.drop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Opens the draft as another window of the same browser does. The server has its revision `base`. */
const openDraft = (base: number | null = null, start = JSON.stringify(untouched)): DraftSaver => {
  const opened = new DraftSaver({
    userId: 'ana',
    id: ID,
    start,
    isEmpty: ({ fields }) => fields.content === '',
    base,
    unsaved: null,
    form: {
      requestOf: (draft) => draftRequestOf(draft, { zone: 'UTC', isPremium: false }, null),
      onId: () => undefined,
    },
    onSaved: () => undefined,
    onClosed: () => undefined,
  });
  savers.push(opened);
  return opened;
};
/** The texts of the copies in this browser. */
const copies = () =>
  copiesOf('ana')
    .map(({ fields }) => fields.content)
    .sort();
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

it('keeps the unsaved text of another window when this window saves or deletes its own copy', async () => {
  stored = aDraft({ content: 'Both', revision: 1 });
  const [one, other] = [openDraft(1, textOf('Both')), openDraft(1, textOf('Both'))];
  one.note(textOf('Both, and more from one'));
  await advance(1_000);
  other.note(textOf('Both, and more from the other'));
  await advance(1_000);
  expect(other.snapshot().state).toBe('conflict');
  one.note(textOf('Both, and still more from one'));
  one.keepHere();
  expect(copies()).toEqual(['Both, and more from the other', 'Both, and still more from one']);
  await advance(1_000);
  expect(stored.content).toBe('Both, and still more from one');
  expect(copies()).toEqual(['Both, and more from the other']);
  one.drop();
  expect(copies()).toEqual(['Both, and more from the other']);
});

it('keeps one copy for each window, however long both windows write without a network', async () => {
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  const [one, other] = [openDraft(1), openDraft(1)];
  for (let word = 1; word <= 5; word += 1) {
    one.note(textOf(`One ${String(word)}`));
    one.keepHere();
    other.note(textOf(`Other ${String(word)}`));
    other.keepHere();
    await advance(6_000);
  }
  expect(copies()).toEqual(['One 5', 'Other 5']);
});

it('lets no other window send the copies of a window before this window closes', async () => {
  const held = new Set<string>();
  const request = async (name: string, _options: LockOptions, work: (lock: unknown) => unknown) => {
    const isFree = !held.has(name);
    held.add(name);
    await work(isFree ? {} : null);
    if (isFree) held.delete(name);
  };
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  const [one, other] = [openDraft(1), openDraft(1)];
  const close = [one.open(), other.open()];
  one.note(textOf('One'));
  other.note(textOf('Other'));
  one.keepHere();
  other.keepHere();
  const free = async () => {
    let count = 0;
    for (const { id } of copiesOf('ana'))
      await ifNotOpen(id, async () => {
        count += 1;
        await Promise.resolve();
      });
    return count;
  };
  expect(copies()).toEqual(['One', 'Other']);
  expect(await free()).toBe(0);
  for (const each of close) each();
  await advance(0);
  expect(await free()).toBe(2);
  Reflect.deleteProperty(navigator, 'locks');
});

it('keeps a draft without text when the user only looks at it', async () => {
  const close = openDraft(1).open();
  close();
  await advance(0);
  expect(deleted).toBe(0);
});

it('deletes a draft that the user has emptied', async () => {
  stored = aDraft({ content: 'Half a thought', revision: 1 });
  const emptied = openDraft(1, textOf('Half a thought'));
  const close = emptied.open();
  emptied.note(textOf(''));
  close();
  await advance(0);
  expect(deleted).toBe(1);
});
