import { expect, it } from '@jest/globals';
import type { PublishRules, Repetition } from '#modules/integrations/ports/publish-rules.ts';
import { postStream } from '../../domain/post/post.ts';
import { noon, scheduled } from '../../domain/post/testing/post-samples.ts';
import { PUBLISHING_TIMES } from '../../domain/publication/publishing-times.ts';
import { PublishingContexts } from './publishing-contexts.ts';

const repetition: Repetition = {
  rule: 'never',
  callBytes: 10_000_000,
  visibleAfterMs: 0,
  isLateCallHarmless: false,
  listsPosts: false,
  actions: [],
};
const rules: Pick<PublishRules, 'repetitionOf'> = { repetitionOf: () => Promise.resolve(repetition) };
const clock = { now: () => Promise.resolve(noon), heard: () => undefined };
const contexts = new PublishingContexts(clock as never, rules as PublishRules, PUBLISHING_TIMES);

it('gives the call of an account enough time for its own files', async () => {
  const media = scheduled().data.media.map((file) => ({ ...file, bytes: 5_000_000 }));
  const perTarget = [{ accountId: 3, content: null, options: {}, mediaUrls: [] }];
  const post = postStream.evolve(postStream.initial, scheduled({ media, perTarget }));
  const seconds = async (accountId: number) => {
    const target = { postId: 7, accountId, ownerId: 'ana', platform: 'mastodon' } as const;
    return (await contexts.contextOf(target, post)).times.callWithin / 1000;
  };
  expect([await seconds(3), await seconds(4)]).toEqual([30, 70]);
});
