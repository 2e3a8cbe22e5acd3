import type { LiveTopic } from '@posthorn/contracts/shared/live.http';
import type { Event } from '@posthorn/event-sourcing';
import type { PoolClient } from 'pg';
import type { RowOwner } from './personal-table.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';

/**
 * How one read model follows from events. Its tables live in the schema `rm_{name}_v{version}` (non-letters as `_`) and
 * are read through views of the schema `read_v{version}`: a rebuild fills new tables beside the old ones and swaps, and
 * each version of the product reads the tables of its own version.
 */
export type Projection<E extends Event = Event> = Readonly<{
  /** `scheduling.post-list`: stored with its checkpoint, never renamed. */
  name: string;
  /**
   * Counts the shapes of the tables, and of what is in them. A new number is made from the whole log beside the old one;
   * queries read it through `readViewOf`.
   */
  version: number;
  /** Stream categories it reads; events of others are never decoded for it. */
  categories: readonly string[];
  /** Event types of these categories that change a row, as the handlers of its fold say. A rebuild reads no others. Left out: all. */
  types?: readonly E['type'][];
  /** `{ scheduling_post_list: 'id bigint primary key, …' }`: table (and view) name to its columns, which may use `{schema}`, as `indexes` may. */
  tables: Readonly<Record<string, string>>;
  /**
   * By table, each of them: whose its rows are. The runner deletes those of somebody who was erased, at the place of
   * the log where that is told. `null`: no row of the table is anybody's.
   */
  personal: Readonly<Record<string, RowOwner | null>>;
  indexes?: readonly string[];
  /**
   * By table: columns by which statements find its rows, as `['account_id']`, several joined by commas. The owner of `personal` counts as
   * named. The runner makes an index where no other serves, also on tables that are there already: no new version is needed.
   */
  lookups?: Readonly<Record<string, readonly string[]>>;
  /** By table: columns that come from no event but say who works on a row now. A rebuild carries them over. */
  leases?: Readonly<Record<string, Readonly<{ key: readonly string[]; columns: readonly string[] }>>>;
  /**
   * Applies one batch, in log order, set-based, inside the transaction that moves the checkpoint. The search path points
   * to the schema of its tables. Answers whose screens to refresh.
   */
  apply(tx: PoolClient, events: readonly LoggedEvent<E>[]): Promise<readonly Touched[]>;
}>;

/** Programs of the external API follow this topic; no page listens to it. */
export const FEED_TOPIC = 'feed';
export type ChangeTopic = LiveTopic | typeof FEED_TOPIC;

/** A list of one user that has changed. `change`: the one thing in it that did, where it can be asked for alone. */
export type Touched = Readonly<{
  userId: string;
  topic: ChangeTopic;
  change?: Readonly<{ id: number; isGone: boolean }>;
}>;
