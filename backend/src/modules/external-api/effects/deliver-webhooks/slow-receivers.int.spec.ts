import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ok, type Receiver } from '../../testing/receiver.ts';
import { webhooksForSpec } from '../../testing/webhooks-product.ts';

const product = webhooksForSpec();
let receiver: Receiver;
beforeAll(() => {
  const [first] = product.receivers;
  if (!first) throw new Error('There is one receiver.');
  receiver = first;
});

beforeEach(() => {
  product.times.answerWithin = 1_000;
  product.times.slowAfter = 900;
});

const urlOf = (path: string) => receiver.url.replace('/hooks', path);
const addAt = (path: string) => product.call('POST', '', { url: urlOf(path), types: ['*'] });

it('does not let a slow endpoint delay endpoints of other users on the same host', async () => {
  let timedOut = 0;
  /** For each prompt delivery: how many slow ones had timed out before. */
  const timedOutBefore: number[] = [];
  receiver.answer = (response, request) => {
    if (request.url === '/slow') response.on('close', () => (timedOut += 1));
    else {
      timedOutBefore.push(timedOut);
      ok(response, request);
    }
  };
  await addAt('/slow');
  await product.appendPlanChanges(4);
  product.user = `other-${product.user}`;
  await addAt('/prompt');
  await product.appendPlanChanges(2);
  await product.work();
  expect([timedOutBefore, timedOut]).toEqual([[0, 0], 2]);
  // The endpoint counts as slow now. Its other deliveries take the places for slow endpoints.
  await product.work();
  expect(timedOut).toBe(4);
});

it('gives all slow endpoints of an owner the places of one endpoint, until they respond in time', async () => {
  let open = 0;
  let most = 0;
  const paths = ['/a', '/b', '/c'];
  receiver.answer = (response) => {
    most = Math.max(most, (open += 1));
    response.on('close', () => (open -= 1));
  };
  for (const path of paths) await addAt(path);
  await product.appendPlanChanges(2);
  await product.work();
  expect([receiver.taken.length, most]).toEqual([6, 6]);
  most = 0;
  await product.makeDue();
  await product.work();
  expect([receiver.taken.length, most]).toEqual([12, 2]);
  receiver.answer = ok;
  await product.makeDue();
  await product.work();
  expect(receiver.taken).toHaveLength(18);
  const { rows } = await product.pool.query('select 1 from external.webhook where is_slow');
  expect(rows).toEqual([]);
});
