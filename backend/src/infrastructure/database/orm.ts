import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect, PostgresDriver, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Client, Pool } from 'pg';
import { migrations } from './migrations.ts';

/**
 * Runs MikroORM on existing connections: it opens none and closes none. Entities (`*.entity.ts`) describe tables. A store queries rows by
 * `em.getKysely<InferKyselyDB<typeof SomeEntity>>()`, which binds each value as a parameter.
 * @NOTE Statements that an entity manager sends by itself, such as those of `find`, contain values in their text. The server's log and
 * `pg_stat_activity` would show digests, encrypted secrets and e-mail addresses. `withoutValues` refuses such a call.
 * @param url used only for the name of the database
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
    // A failure is thrown as an error; other messages would only fill the log.
    logger: () => undefined,
  });
}

/** Runs each statement through `Pool.query`, with all rules of this pool. */
export function statementsOn(pool: Pool): PostgresDialect {
  const query = (sql: string, values: readonly unknown[]) => pool.query(sql, [...values]);
  return new Statements(asPool(query as unknown as PostgresPoolClient['query']));
}

/** For callers that need a transaction, or other time limits on their own connection. */
export const oneConnection = (client: Client): PostgresDialect =>
  new PostgresDialect({ pool: asPool(client.query.bind(client)) });

/** Refuses statements that contain values. */
function withoutValues(sql: string, values: readonly unknown[]): string {
  if (values.length > 0)
    throw new Error('This statement must not carry values: use em.getKysely() and bound parameters.');
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
    return Promise.reject(new Error('Start a transaction with inTransaction().'));
  }
}
