import { useCutSince } from '#lib/live-cut.ts';
import { useNow } from '#lib/now.ts';
import { clockTime } from '#lib/zone-format.ts';
import { POSTS_TEXT } from '../messages.en.ts';

/** Under the title of the list: what it is for, or since when it hears of no changes by itself. */
export function LiveState({ zone }: { zone: string }) {
  const since = useCutSince();
  const now = useNow();
  return (
    <>
      {since === null && <p className="text-sm text-muted">{POSTS_TEXT.subtitle}</p>}
      <p role="status" className="text-sm font-medium text-attention empty:hidden">
        {since !== null && POSTS_TEXT.notLive(clockTime(since, zone, now))}
      </p>
    </>
  );
}
