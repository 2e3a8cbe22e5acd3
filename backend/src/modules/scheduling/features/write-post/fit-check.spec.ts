import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PublishRules } from '#modules/integrations/ports/publish-rules.ts';
import { expect, it } from '@jest/globals';
import type { PostBody } from '../../domain/post/post.ts';
import type { PostFiles } from '../../stores/post-media/post-media.ts';
import { FitCheck } from './fit-check.ts';

it('lets other work run between the accounts', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 100) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  const precheck = () => {
    seen.push(turns);
    return Promise.resolve([]);
  };
  const check = new FitCheck(
    { precheck } as unknown as PublishRules,
    { itemsOf: () => Promise.resolve([]) } as unknown as PostFiles,
  );
  const accounts = [1, 2, 3].map((id) => ({ id, platform: 'x', limits: {} }) as unknown as AccountView);
  const body = {
    title: null,
    content: 'Bread',
    hashtags: null,
    perTarget: [],
    media: [],
  } as unknown as PostBody;
  await check.fits({ postId: 0, ownerId: 'ana', suffix: false, body }, accounts);
  expect(new Set(seen).size).toBe(3);
});
