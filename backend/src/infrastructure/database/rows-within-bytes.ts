/** `found`: the number of rows, including those that `withinBytes` left out. */
export type Found = Readonly<{ found: number }>;

/**
 * SQL: the columns `place` and `bytes` that `withinBytes` needs.
 * @param bytes SQL: the approximate size of a row in bytes
 */
export const placed = (order: string, bytes: string): string =>
  `row_number() over (order by ${order})::float8 as place, ${bytes} as bytes`;

/** SQL: the first rows, up to `bytesMax` bytes and at least one. The rest never leaves the database. */
export const withinBytes = (rows: string, bytesMax: number): string => `select * from (
    select counted.*, count(*) over ()::float8 as found,
      (sum(bytes) over (order by place) - bytes)::float8 as "bytesBefore" from (${rows}) counted) bounded
  where "bytesBefore" < ${String(bytesMax)} order by place`;

/** The first items, up to `bytesMax` bytes of JSON and at least one. */
export function firstWithin<Item>(items: readonly Item[], bytesMax: number): readonly Item[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return index > 0 && bytes > bytesMax;
  });
  return end < 0 ? items : items.slice(0, end);
}
