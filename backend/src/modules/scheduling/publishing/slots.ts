import { platforms, type Platform } from '@posthorn/contracts/shared/platform';

/** Targets of one platform that this process works on at a time. */
export const SLOTS = 32;

/**
 * What is free on one platform, and what each owner and each server holds of it: nobody takes more than is left over for
 * the others. One alone comes to half of the slots, and whoever comes next always finds some.
 */
export type FreeSlots = Readonly<{
  platform: Platform;
  free: number;
  owners: Readonly<Record<string, number>>;
  servers: Readonly<Record<string, number>>;
}>;

type Held = Readonly<{ platform: Platform; ownerId: string; server: string }>;

/** Platforms with a free slot. */
export function freeSlots(held: readonly Held[]): FreeSlots[] {
  return platforms.flatMap((platform) => {
    const rows = held.filter((row) => row.platform === platform);
    const free = SLOTS - rows.length;
    if (free <= 0) return [];
    const owners = countsOf(rows.map(({ ownerId }) => ownerId));
    // A platform of one home is one lane as it is.
    const servers = countsOf(rows.map(({ server }) => server).filter((server) => server !== ''));
    return [{ platform, free, owners, servers }];
  });
}

/** Somebody may not take more: others that are due may be hidden behind what they have waiting. */
export const isHeldBack = ({ free, owners, servers }: FreeSlots): boolean =>
  [...Object.values(owners), ...Object.values(servers)].some((held) => held >= free);

function countsOf(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}
