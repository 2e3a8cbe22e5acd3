/**
 * The owner of the rows of a table. Either the column with the user’s id, or the column `by` that the table shares with table `of`, whose rows
 * have the owner.
 */
export type RowOwner = string | Readonly<{ by: string; of: string }>;

/**
 * SQL: a row belongs to one of the users whose ids are `$1`. `$1` is an array of the column’s own type, so that the index is used.
 * `ownerOf`: the column with the user’s id in the table that has it.
 */
export function ownedBySql(owner: RowOwner, ownerOf: (table: string) => string): string {
  if (typeof owner === 'string') return `"${owner}" = any($1)`;
  const { by, of } = owner;
  return `"${by}" in (select "${by}" from ${of} where "${ownerOf(of)}" = any($1))`;
}

/** Puts first the tables whose rows are found through another table. */
export const dependentFirst = <Table extends Readonly<{ owner: RowOwner }>>(
  tables: readonly Table[],
): readonly Table[] => [
  ...tables.filter(({ owner }) => typeof owner !== 'string'),
  ...tables.filter(({ owner }) => typeof owner === 'string'),
];
