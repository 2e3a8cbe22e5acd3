import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { LookUpOutcome, PublishRefs } from '#modules/integrations/ports/publishing.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';

const mastodon = { accountId: 3, platform: 'mastodon' } as const;
const newRefs = { key: 'of-before', lost: true };
const lost = { kind: 'refused', reason: 'media-lost', words: null, retryable: true, newRefs } as const;

let bench: PublishingBench;
beforeAll(async () => {
  bench = await PublishingBench.open();
}, 60_000);
afterAll(() => bench.close());

/** The references that later preparations receive. */
const receivedRefs: (PublishRefs | null)[] = [];
beforeEach(() => {
  receivedRefs.length = 0;
});
const prepareFrom = (refs: PublishRefs) =>
  bench.platform.preparations.push((command) => {
    receivedRefs.push(command.refs);
    return Promise.resolve({ kind: 'prepared', refs });
  });

it('passes the new references of a refused call to the next preparation', async () => {
  const post = await bench.schedule(mastodon);
  prepareFrom({ key: 'of-before' });
  bench.platform.answers.push(lost);
  await bench.runDue();
  const refused = ['PublishPrepared', 'PublishAttemptStarted', 'PublishPrepared', 'PlatformPublishFailed'];
  expect(bench.eventTypes(post, 3)).toEqual(refused);
  prepareFrom({ key: 'anew' });
  await bench.runDue(60);
  expect(receivedRefs).toEqual([null, newRefs]);
  expect(bench.platform.calls.at(-1)?.refs).toEqual({ key: 'anew' });
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
});

it('passes the new references of an unclear call to the look-up, and those of the look-up to the next preparation', async () => {
  const post = await bench.schedule(mastodon);
  prepareFrom({ key: 'of-before' });
  const stopped = { key: 'of-before', stopped: 'Spam?' };
  bench.platform.answers.push({ kind: 'unknown', cause: 'server-error', words: 'Spam?', newRefs: stopped });
  await bench.runDue();
  const lookUpRefs: PublishRefs[] = [];
  bench.platform.defaultOutcomes = {
    lookUp: (refs): LookUpOutcome => {
      lookUpRefs.push(refs);
      return { ...lost, newRefs: { ...stopped, lost: true } };
    },
  };
  await bench.runDue(5);
  bench.platform.defaultOutcomes = {};
  expect(lookUpRefs).toEqual([stopped]);
  prepareFrom({ key: 'anew' });
  await bench.runDue(60);
  expect(receivedRefs).toEqual([null, { ...stopped, lost: true }]);
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
});

it('encrypts new references in the log', async () => {
  const post = await bench.schedule(mastodon);
  bench.platform.answers.push({ ...lost, newRefs: { words: 'a-word-of-the-platform' } });
  await bench.runDue();
  const stored = bench.events(post, 3).map(({ data }) => JSON.stringify(data));
  expect(stored).toHaveLength(4);
  expect(stored.join()).not.toContain('a-word-of-the-platform');
});
