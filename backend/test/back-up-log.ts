import { inDatabase } from './kept-data.ts';
import type { Product } from './product.ts';

/** Returns a function that restores either event log to its current state. */
export async function backUpLog(product: Product): Promise<() => Promise<void>> {
  if (product.eventStore) return product.eventStore.backUp();
  const lastPosition = await inDatabase(product, async (client) => {
    const { rows } = await client.query<{ last: number }>('select max(position)::int as last from es.events');
    return rows[0]?.last ?? 0;
  });
  // A trigger protects the events of the log; to restore a backup, the operator must disable it.
  return () =>
    inDatabase(product, async (client) => {
      await client.query('alter table es.events disable trigger facts_stay');
      await client.query('delete from es.events where position > $1', [lastPosition]);
      await client.query('alter table es.events enable trigger facts_stay');
    });
}
