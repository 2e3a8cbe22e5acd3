import { expect, it } from '@jest/globals';
import { Breaker, BreakerOpen } from './breaker.ts';

const judge = { failed: (result: string) => result === 'failed', counts: () => true };

function breakerAt(start: number) {
  let now = start;
  const breaker = new Breaker(() => now);
  const call = (result: string, key = 'mastodon a.example') =>
    breaker.run(key, () => Promise.resolve(result), judge);
  const times = async (count: number, result: string) => {
    for (let n = 0; n < count; n++) await call(result);
  };
  return { breaker, call, times, pass: (milliseconds: number) => (now += milliseconds) };
}

it('opens when half of twenty calls within a minute failed, for that server only', async () => {
  const { call, times } = breakerAt(0);
  await times(10, 'ok');
  await times(9, 'failed');
  await expect(call('ok')).resolves.toBe('ok');
  await times(2, 'failed');
  await expect(call('ok')).rejects.toThrow(BreakerOpen);
  await expect(call('ok', 'mastodon b.example')).resolves.toBe('ok');
});
it('stays closed below twenty calls, and forgets calls after a minute', async () => {
  const { call, times, pass } = breakerAt(0);
  await times(19, 'failed');
  pass(60_001);
  await times(1, 'failed');
  await expect(call('ok')).resolves.toBe('ok');
});
it('lets one call through after half a minute: closes when it succeeds, opens again when it fails', async () => {
  const { breaker, call, times, pass } = breakerAt(0);
  await times(20, 'failed');
  pass(30_000);
  await call('failed');
  await expect(call('ok')).rejects.toThrow(BreakerOpen);
  pass(30_000);
  let finish: (result: string) => void = () => undefined;
  const trial = breaker.run(
    'mastodon a.example',
    () => new Promise<string>((done) => (finish = done)),
    judge,
  );
  await expect(call('ok')).rejects.toThrow(BreakerOpen);
  finish('ok');
  await trial;
  await expect(call('ok')).resolves.toBe('ok');
});
it('does not count failures that say nothing about the server', async () => {
  const { breaker, call } = breakerAt(0);
  const blocked = { ...judge, counts: () => false };
  for (let n = 0; n < 30; n++) {
    await breaker
      .run('mastodon a.example', () => Promise.reject(new Error('blocked')), blocked)
      .catch(() => null);
  }
  await expect(call('ok')).resolves.toBe('ok');
});

it('reports how long the breaker stays open, and lets one caller through after that', async () => {
  const { breaker, times, call, pass } = breakerAt(0);
  const remaining = () => breaker.remainingCooldown('mastodon a.example');
  expect(remaining()).toBe(0);
  await times(20, 'failed');
  expect(remaining()).toBe(30_000);
  pass(29_999);
  expect(remaining()).toBe(1);
  pass(1);
  expect([remaining(), remaining()]).toEqual([0, 5_000]);
  await call('ok');
  expect(remaining()).toBe(0);
});
