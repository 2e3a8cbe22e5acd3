import { expect, it } from '@jest/globals';
import { withDeadline } from './with-deadline.ts';

it('returns the result of the work, and does not abort its signal', async () => {
  const seen: AbortSignal[] = [];
  const work = (signal: AbortSignal) => Promise.resolve(String(seen.push(signal)));
  expect(await withDeadline(60_000, work, () => 'late')).toBe('1');
  expect(seen[0]?.aborted).toBe(false);
});

it('passes on what the work throws in time', async () => {
  const work = () => Promise.reject<string>(new Error('broken'));
  await expect(withDeadline(60_000, work, () => 'late')).rejects.toThrow('broken');
});

it('ends in time when the work ignores its signal, and ignores a later error of the work', async () => {
  const work = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => {
      signal.addEventListener('abort', () => {
        setTimeout(reject, 0, new Error('too late'));
      });
    });
  expect(await withDeadline(1, work, () => 'late')).toBe('late');
});
