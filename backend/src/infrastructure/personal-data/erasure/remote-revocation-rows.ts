import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { KeyRing, type EncryptedSecret } from '#infrastructure/vault/key-ring.ts';
import type { EncryptedTable } from '#infrastructure/vault/encrypted-tables.ts';

/**
 * A request to another server. `id`: the same for the same request, which is stored once. `what`: the name that users know, `Pinterest`.
 * `secret`: everything that the request needs.
 */
export type RemoteRevocation = Readonly<{
  id: string;
  ownerId: string;
  kind: string;
  what: string;
  secret: JsonObject;
}>;
type StoredRevocation = Readonly<{
  ownerId: string;
  kind: string;
  what: string;
  tries: number;
  givenUp: boolean;
  secret: JsonObject;
}>;

/** `farewell` is the first name of these requests. Stored names do not change. */
const contextOf = (id: string): string => `farewell:${id}`;

export const REMOTE_REVOCATIONS: EncryptedTable = {
  name: 'effects.farewell',
  key: { column: 'id', type: 'text' },
  contextOf: ({ id = '' }) => contextOf(id),
};

/** Requests that must still be sent to other servers, for users who have disconnected them. A row contains everything that its request needs, encrypted. */
@Injectable()
export class RemoteRevocationRows {
  constructor(
    private readonly database: Pool,
    private readonly ring: KeyRing,
  ) {}

  /** The first try is due after `wait` milliseconds. A stored request stays as it is. */
  async add({ id, ownerId, kind, what, secret }: RemoteRevocation, wait: number): Promise<void> {
    const { kid, wrapped, box } = this.ring.lock(JSON.stringify(secret), contextOf(id));
    await this.database.query(
      `insert into effects.farewell (id, owner_id, kind, what, kid, wrapped, box, due_at)
       values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8 / 1000.0))
       on conflict (id) do nothing`,
      [id, ownerId, kind, what, kid, wrapped, box, wait],
    );
  }

  /** Null: there is no such row, for example because the request was sent. `tries`: the number of recorded tries. */
  async read(id: string): Promise<StoredRevocation | null> {
    const { rows } = await this.database.query<EncryptedSecret & Omit<StoredRevocation, 'secret'>>(
      `select owner_id as "ownerId", kind, what, tries, given_up as "givenUp", kid, wrapped, box from effects.farewell where id = $1`,
      [id],
    );
    const [row] = rows;
    if (!row) return null;
    const { ownerId, kind, what, tries, givenUp, ...encrypted } = row;
    const secret = JSON.parse(this.ring.open(encrypted, contextOf(id))) as JsonObject;
    return { ownerId, kind, what, tries, givenUp, secret };
  }

  async noteTry(id: string): Promise<void> {
    await this.database.query('update effects.farewell set tries = tries + 1 where id = $1', [id]);
  }

  /** Ends the tries and deletes the secret. The row stays for `reportedFor` milliseconds, so that reports show the failure. */
  async giveUp(id: string, reportedFor: number): Promise<void> {
    const { kid, wrapped, box } = this.ring.lock('{}', contextOf(id));
    await this.database.query(
      `update effects.farewell set given_up = true, kid = $2, wrapped = $3, box = $4,
         due_at = now() + make_interval(secs => $5 / 1000.0) where id = $1`,
      [id, kid, wrapped, box, reportedFor],
    );
  }

  async drop(id: string): Promise<void> {
    await this.database.query('delete from effects.farewell where id = $1', [id]);
  }

  /** Returns the requests without success, each kind and name once. `isOpen`: more tries follow. */
  async openOf(
    ownerId: string,
  ): Promise<readonly Readonly<{ kind: string; what: string; isOpen: boolean }>[]> {
    const { rows } = await this.database.query<{ kind: string; what: string; isOpen: boolean }>(
      `select kind, what, not bool_and(given_up) as "isOpen" from effects.farewell where owner_id = $1
       group by kind, what order by what`,
      [ownerId],
    );
    return rows;
  }

  async dropAllOf(ownerId: string): Promise<void> {
    await this.database.query('delete from effects.farewell where owner_id = $1', [ownerId]);
  }
}
