import { HAS_REAL_SERVER } from '@posthorn/event-store/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { startProduct, type Product } from './product.ts';

/** As many as a server with statistics and projections writes in some months without posts. */
const MANY = 200_000;
/** Probes and readers send more requests when a start takes longer. */
const MARGIN = 100;

// Only the double can write these events and count what was sent.
const onDouble =
  process.env['POSTHORN_TEST_LOG'] === 'eventstoredb' && !HAS_REAL_SERVER ? describe : describe.skip;

onDouble(
  'what an EventStoreDB writes by itself (needs POSTHORN_TEST_LOG=eventstoredb, and its double)',
  () => {
    let product: Product;
    beforeAll(async () => {
      product = await startProduct();
      await Creator.signedIn(product, 'ana@system-events.example');
    }, 120_000);
    afterAll(() => product.close());

    /** Counts the events that were sent to a product until it was ready. */
    async function sentAtStart(): Promise<number> {
      await product.stop();
      const sent = () => product.eventStore?.double?.traffic.events ?? 0;
      const before = sent();
      await product.restart();
      return sent() - before;
    }

    it('are not sent to a starting product, however many there are', async () => {
      const without = await sentAtStart();
      product.eventStore?.double?.log.writeSystemEvents(MANY);
      expect(await sentAtStart()).toBeLessThan(without + MARGIN);
    }, 180_000);
  },
);
