import { useCutSince } from '#lib/live-cut.ts';
import { useNow } from '#lib/now.ts';
import { clockTime } from '#lib/zone-format.ts';

/** Under the title of the list: what it is for, or since when it hears of no changes by itself. */
export function LiveState({ zone }: { zone: string }) {
  const since = useCutSince();
  const now = useNow();
  return (
    <>
      {since === null && <p className="text-muted">Manage your scheduled content</p>}
      <p role="status" className="font-medium text-attention empty:hidden">
        {since !== null && `Not live since ${clockTime(since, zone, now)}. Trying again.`}
      </p>
    </>
  );
}
