import { ERASURE_CATEGORY, isSubjectErased, SUBJECT_ERASED } from '@posthorn/event-sourcing/subject-erased';
import type { PoolClient } from 'pg';
import { dependentFirst, ownedBySql } from './personal-table.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { Projection, Touched } from './projection.ts';

/** Returns the projection’s own categories, and that of erasures if any table has owners. */
export const categoriesOf = ({ categories, personal }: Projection): readonly string[] =>
  Object.values(personal).some((owner) => owner !== null)
    ? [...new Set([...categories, ERASURE_CATEGORY])]
    : categories;

/** The types that a projection lists, and the event that a user was erased. Null: all types of its categories. */
export const typesOf = ({ types }: Projection): readonly string[] | null =>
  types ? [...types, SUBJECT_ERASED] : null;

/** @throws Error when a table is missing, or when it names an unknown table or column */
export function checkPersonal({ name, tables, personal }: Projection): void {
  for (const [table, columns] of Object.entries(tables)) {
    const owner = personal[table];
    const where = `Projection ${name} leaves open whose rows are in ${table}`;
    if (owner === undefined) throw new Error(`${where}: name it in \`personal\`.`);
    if (owner === null) continue;
    const column = typeof owner === 'string' ? owner : owner.by;
    if (!hasColumn(columns, column)) throw new Error(`${where}: it has no column ${column}.`);
    if (typeof owner === 'string') continue;
    // A table that itself depends on another may have lost its rows before they are needed here.
    const ownerTable = tables[owner.of];
    if (
      ownerTable === undefined ||
      typeof personal[owner.of] !== 'string' ||
      !hasColumn(ownerTable, owner.by)
    )
      throw new Error(`${where}: ${owner.of} is no table with ${owner.by} and an owner.`);
  }
}

/**
 * `projection.apply` for a batch, in log order. At an erasure, all earlier events are applied first, then the user’s rows are deleted. This
 * also holds in a rebuild, whatever else the batch contains.
 */
export async function applyWithErasures(
  projection: Projection,
  tx: PoolClient,
  events: readonly LoggedEvent[],
): Promise<readonly Touched[]> {
  const touched: Touched[] = [];
  let from = 0;
  while (from < events.length) {
    const erased = events.slice(from).findIndex(isSubjectErased);
    const to = erased < 0 ? events.length : from + erased;
    // A projection gets other events of erasures only when it reads that category.
    const own = events.slice(from, to).filter(({ category }) => projection.categories.includes(category));
    if (own.length > 0) touched.push(...(await projection.apply(tx, own)));
    const userIds = consecutiveErased(events, to);
    if (userIds.length > 0) await deleteRowsOf(projection, tx, userIds);
    from = to + userIds.length;
  }
  return touched;
}

/** Returns the users whose erasures directly follow each other from `at` on. */
function consecutiveErased(events: readonly LoggedEvent[], at: number): string[] {
  const userIds: string[] = [];
  for (let event = events[at]; event && isSubjectErased(event); event = events[at + userIds.length])
    userIds.push(event.data.userId);
  return userIds;
}

/** Deletes rows in key order, as workers lock them, which prevents deadlocks. */
async function deleteRowsOf(
  { personal, leases = {} }: Projection,
  tx: PoolClient,
  userIds: readonly string[],
): Promise<void> {
  const tables = Object.entries(personal).flatMap(([table, owner]) =>
    owner === null ? [] : [{ table, owner }],
  );
  for (const { table, owner } of dependentFirst(tables)) {
    const isTheirs = ownedBySql(owner, ownersIn(personal));
    const lease = leases[table];
    if (lease) {
      const key = lease.key.map((column) => `"${column}"`).join(', ');
      await tx.query(`select from "${table}" where ${isTheirs} order by ${key} for update`, [userIds]);
    }
    await tx.query(`delete from "${table}" where ${isTheirs}`, [userIds]);
  }
}

/** Only for tables with an owner column, which `checkPersonal` has ensured. */
const ownersIn =
  (personal: Projection['personal']) =>
  (table: string): string => {
    const owner = personal[table];
    return typeof owner === 'string' ? owner : '';
  };

const hasColumn = (columns: string, column: string): boolean =>
  new RegExp(String.raw`(^|,)\s*"?${column}"?\s`, 'u').test(columns);
