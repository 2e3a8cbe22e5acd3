/** How many rows there were, those included that were left out for the sake of their bytes. */
export type Found = Readonly<{ found: number }>;

/** Columns that `withinBytes` asks of its rows. @param bytes SQL: about how many a row has */
export const placed = (order: string, bytes: string): string =>
  `row_number() over (order by ${order})::float8 as place, ${bytes} as bytes`;

/** The first of these rows until they come to so many bytes, one at least: the rest never leaves the database. */
export const withinBytes = (rows: string, bytesMax: number): string => `select * from (
    select counted.*, count(*) over ()::float8 as found,
      (sum(bytes) over (order by place) - bytes)::float8 as "bytesBefore" from (${rows}) counted) bounded
  where "bytesBefore" < ${String(bytesMax)} order by place`;

/** The first of these answers until they come to so many bytes of JSON, one at least. */
export function firstWithin<Item>(items: readonly Item[], bytesMax: number): readonly Item[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return index > 0 && bytes > bytesMax;
  });
  return end < 0 ? items : items.slice(0, end);
}
