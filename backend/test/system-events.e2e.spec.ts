import { HAS_REAL_SERVER } from '@posthorn/event-store/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { startProduct, type Product } from './product.ts';

/** About the number of events that an EventStoreDB with statistics and projections writes in some months. */
const SYSTEM_EVENTS = 200_000;
/** Allowed difference: a slower start has more probes and reads. */
const MARGIN = 100;

// Only the double can write system events and count the events that it sent.
const onDouble =
  process.env['POSTHORN_TEST_LOG'] === 'eventstoredb' && !HAS_REAL_SERVER ? describe : describe.skip;

onDouble(
  'the system events of an EventStoreDB (needs POSTHORN_TEST_LOG=eventstoredb, and its double)',
  () => {
    let product: Product;
    beforeAll(async () => {
      product = await startProduct();
      await Creator.signedIn(product, 'ana@system-events.example');
    });
    afterAll(() => product.close());

    /** Restarts the product. Returns the number of events that the double sent until the product was ready. */
    async function sentAtStart(): Promise<number> {
      await product.stop();
      const sent = () => product.eventStore?.double?.traffic.events ?? 0;
      const before = sent();
      await product.restart();
      return sent() - before;
    }

    it('are not sent to a starting product, even if there are very many', async () => {
      const sentWithoutSystemEvents = await sentAtStart();
      product.eventStore?.double?.log.writeSystemEvents(SYSTEM_EVENTS);
      expect(await sentAtStart()).toBeLessThan(sentWithoutSystemEvents + MARGIN);
    });
  },
);
