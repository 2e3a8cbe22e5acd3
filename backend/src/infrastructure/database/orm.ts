import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect, PostgresDriver, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Client, Pool } from 'pg';
import { migrations } from './migrations.ts';

/**
 * MikroORM on connections that are not its own: it opens none and closes none. Entities (`*.entity.ts`) describe tables; a
 * store asks for its rows by `em.getKysely<InferKyselyDB<typeof SomeEntity>>()`, which binds each value as a parameter.
 * @NOTE What an entity manager sends by itself (`find`, `nativeDelete` …) has the values in the text of the statement, where
 * the server's log and `pg_stat_activity` show them: digests, sealed secrets and addresses are not to be there. On the pool
 * such a call is refused.
 * @param url for the name of the database alone
 */
export function openOrm(url: string, connections: PostgresDialect): MikroORM {
  return new MikroORM({
    clientUrl: url,
    driverOptions: connections,
    ensureDatabase: false,
    ...(connections instanceof Statements && { onQuery: withoutValues }),
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      tableName: 'migration',
      migrationsList: [...migrations],
      snapshot: false,
      transactional: true,
      allOrNothing: false,
    },
    // What went wrong comes as an error; the rest would only fill the log.
    logger: () => undefined,
  });
}

/** Each statement as by `Pool.query`, with all that this pool holds to. */
export function statementsOn(pool: Pool): PostgresDialect {
  const query = (sql: string, values: readonly unknown[]) => pool.query(sql, [...values]);
  return new Statements(asPool(query as unknown as PostgresPoolClient['query']));
}

/** For whoever needs a transaction or the times of a connection of its own. */
export const oneConnection = (client: Client): PostgresDialect =>
  new PostgresDialect({ pool: asPool(client.query.bind(client)) });

/** `em.getKysely()` does not pass here. */
function withoutValues(sql: string, values: readonly unknown[]): string {
  if (values.length > 0) throw new Error('Values are bound: ask by em.getKysely().');
  return sql;
}

const asPool = (query: PostgresPoolClient['query']): PostgresPool => ({
  connect: () => Promise.resolve({ query, release: () => undefined }),
  end: () => Promise.resolve(),
  options: {},
});

class Statements extends PostgresDialect {
  constructor(private readonly pool: PostgresPool) {
    super({ pool });
  }

  override createDriver(): PostgresDriver {
    return new StatementDriver({ pool: this.pool });
  }
}

class StatementDriver extends PostgresDriver {
  override beginTransaction(): Promise<void> {
    return Promise.reject(new Error('A transaction begins in inTransaction.'));
  }
}
