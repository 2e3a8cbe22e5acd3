import type { LiveTopic } from '@posthorn/contracts/shared/live.http';
import type { Event } from '@posthorn/event-sourcing';
import type { PoolClient } from 'pg';
import type { RowOwner } from './personal-table.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';

/**
 * Derives one read model from events. Its tables are in the schema `rm_{name}_v{version}` (non-letters as `_`). Statements read them
 * through views of the schema `read_v{version}`. A rebuild fills new tables next to the old ones and swaps them. Each version of the product
 * reads the tables of its own version.
 */
export type Projection<E extends Event = Event> = Readonly<{
  /** `scheduling.post-list`: stored with its checkpoint, never renamed. */
  name: string;
  /**
   * Increases with each change of the tables’ columns or content. A new version is built from the whole log, next to the old version; queries
   * read it through `readViewOf`.
   */
  version: number;
  /** Stream categories it reads; events of other categories are never decoded for it. */
  categories: readonly string[];
  /** Event types of these categories that change a row, as the handlers of its fold list. A rebuild reads no others. Default: all. */
  types?: readonly E['type'][];
  /** Table (and view) name to its columns: `{ scheduling_post_list: 'id bigint primary key, …' }`. Columns and `indexes` may use `{schema}`. */
  tables: Readonly<Record<string, string>>;
  /**
   * For every table: the owner of its rows. The reader deletes the rows of an erased user at the erasure’s position in the log. `null`: no row
   * of the table belongs to a user.
   */
  personal: Readonly<Record<string, RowOwner | null>>;
  indexes?: readonly string[];
  /**
   * For each table: columns by which statements find its rows, as `['account_id']`, several joined by commas. The owner column of
   * `personal` is included. The product creates an index if no other serves, even on existing tables. No new version is needed.
   */
  lookups?: Readonly<Record<string, readonly string[]>>;
  /** For each table: columns that say which worker has leased a row. No event contains them, so a rebuild copies them. */
  leases?: Readonly<Record<string, Readonly<{ key: readonly string[]; columns: readonly string[] }>>>;
  /**
   * Applies one batch, in log order, set-based, in the transaction that moves the checkpoint. The search path points to the schema of its
   * tables. Returns the lists that have changed.
   */
  apply(tx: PoolClient, events: readonly LoggedEvent<E>[]): Promise<readonly Touched[]>;
}>;

/** Clients of the external API follow this topic; no page listens to it. */
export const FEED_TOPIC = 'feed';
export type ChangeTopic = LiveTopic | typeof FEED_TOPIC;

/** A list of one user that has changed. `change`: the only entry that changed, where a page can fetch it alone. */
export type Touched = Readonly<{
  userId: string;
  topic: ChangeTopic;
  change?: Readonly<{ id: number; isGone: boolean }>;
}>;
