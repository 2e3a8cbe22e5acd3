/** The number of rows of one platform that one process works on at a time. */
export const SLOTS = 32;

/** The fields of a claimed row that count for slots. `server`: empty if the platform is one server for all accounts. */
export type ClaimedRow = Readonly<{ platform: string; ownerId: string; server: string }>;

/**
 * The free slots of one platform, and how many each owner and each server uses. No owner takes more than it leaves free for others. A single owner
 * gets half of the slots, so the next owner always finds some.
 */
export type FreeSlots<Platform extends string = string> = Readonly<{
  platform: Platform;
  free: number;
  owners: Readonly<Record<string, number>>;
  servers: Readonly<Record<string, number>>;
}>;

/** Platforms with a free slot. */
export function freeSlots<Platform extends string>(
  platforms: readonly Platform[],
  claimed: readonly ClaimedRow[],
  slots = SLOTS,
): FreeSlots<Platform>[] {
  return platforms.flatMap((platform) => {
    const rows = claimed.filter((row) => row.platform === platform);
    const free = slots - rows.length;
    if (free <= 0) return [];
    const owners = countsOf(rows.map(({ ownerId }) => ownerId));
    const servers = countsOf(rows.map(({ server }) => server).filter((server) => server !== ''));
    return [{ platform, free, owners, servers }];
  });
}

/** Whether an owner or server has its full share. A claim reads few rows, so it may have read only rows of that owner or server. */
export const hasFullShare = ({ free, owners, servers }: FreeSlots, mostPerServer: number): boolean =>
  Object.values(owners).some((used) => used >= free) ||
  Object.values(servers).some((used) => used >= Math.min(free, mostPerServer));

/** The slots that remain after these rows of the platform have been claimed too. */
export const without = <Platform extends string>(
  { platform, free, owners, servers }: FreeSlots<Platform>,
  taken: readonly ClaimedRow[],
): FreeSlots<Platform> => ({
  platform,
  free: free - taken.length,
  owners: added(
    owners,
    taken.map(({ ownerId }) => ownerId),
  ),
  servers: added(
    servers,
    taken.map(({ server }) => server).filter((server) => server !== ''),
  ),
});

function added(
  counts: Readonly<Record<string, number>>,
  names: readonly string[],
): Readonly<Record<string, number>> {
  const sums = { ...counts };
  for (const [name, count] of Object.entries(countsOf(names))) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

function countsOf(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}
