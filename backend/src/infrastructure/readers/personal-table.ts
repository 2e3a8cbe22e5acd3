/**
 * Whose the rows of a table are: the column that holds the id of the person; or, for a table without one, the column `by` that
 * it shares with the table `of`, whose rows say it.
 */
export type RowOwner = string | Readonly<{ by: string; of: string }>;

/**
 * SQL: a row is one of the people whose ids are `$1`, an array of the column's own type, so that an index serves. `ownerOf`: the column
 * with the person's id in a table that says it.
 */
export function ownedBySql(owner: RowOwner, ownerOf: (table: string) => string): string {
  if (typeof owner === 'string') return `"${owner}" = any($1)`;
  const { by, of } = owner;
  return `"${by}" in (select "${by}" from ${of} where "${ownerOf(of)}" = any($1))`;
}

/** Rows that are found by those of another table go before these. */
export const dependentFirst = <Table extends Readonly<{ owner: RowOwner }>>(
  tables: readonly Table[],
): readonly Table[] => [
  ...tables.filter(({ owner }) => typeof owner !== 'string'),
  ...tables.filter(({ owner }) => typeof owner === 'string'),
];
