import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PublishRules } from '#modules/integrations/ports/publish-rules.ts';
import { expect, it } from '@jest/globals';
import { MediaObjectDamaged } from '#infrastructure/media/store/media-store.ts';
import { MediaIsUnknown } from '../../domain/post/post-errors.ts';
import type { PostBody } from '../../domain/post/post.ts';
import type { PostFiles } from '../../stores/post-media/post-media.ts';
import { FitCheck } from './fit-check.ts';

const accounts = [1, 2, 3].map((id) => ({ id, platform: 'x', limits: {} }) as unknown as AccountView);
const body = {
  title: null,
  content: 'Bread',
  hashtags: null,
  perTarget: [],
  media: [],
} as unknown as PostBody;
const planned = { postId: 0, ownerId: 'ana', suffix: false, body };

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
  await check.fits(planned, accounts);
  expect(new Set(seen).size).toBe(3);
});

it('refuses a file that is gone from the store or damaged there, and reports a fault of the store as a fault', async () => {
  const fitsAfter = (error: Error) => {
    const files = { itemsOf: () => Promise.reject(error) } as unknown as PostFiles;
    return new FitCheck({} as PublishRules, files).fits(planned, accounts);
  };
  const gone = Object.assign(new Error('gone'), { code: 'ENOENT' });
  await expect(fitsAfter(gone)).rejects.toBeInstanceOf(MediaIsUnknown);
  const damaged = new MediaObjectDamaged({ sha256: 'a'.repeat(64), mimeType: 'image/jpeg' });
  await expect(fitsAfter(damaged)).rejects.toBeInstanceOf(MediaIsUnknown);
  await expect(fitsAfter(new Error('stale'))).rejects.toThrow('stale');
});
