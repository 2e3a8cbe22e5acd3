import { expect, it } from '@jest/globals';
import { NetworkLimit } from './network-limit.ts';

it('limits how often each network may act', async () => {
  const limit = new NetworkLimit(2);
  const allowed = async (ips: readonly string[]) => Promise.all(ips.map((ip) => limit.allows(ip)));
  expect(await allowed(['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8'])).toEqual([
    ...[true, true, false, true],
  ]);
  expect(await allowed(['2001:db8:1:2::7', '2001:db8:1:2::8', '2001:db8:1:2::9'])).toEqual([
    true,
    true,
    false,
  ]);
});
