import { classNames } from '#lib/class-names.ts';
import { useCutSince } from '#lib/live-cut.ts';
import { useNow } from '#lib/now.ts';
import { clockTime } from '#lib/zone-format.ts';
import { POSTS_TEXT } from '../messages.en.ts';

/** Under the title of the list: what it is for, or since when it hears of no changes by itself. `isBrief`: something else stands beside the title of a phone. */
export function LiveState({ zone, isBrief }: { zone: string; isBrief: boolean }) {
  const since = useCutSince();
  const now = useNow();
  return (
    <>
      {since === null && (
        <p className={classNames('text-sm text-muted', isBrief && 'max-sm:sr-only')}>{POSTS_TEXT.subtitle}</p>
      )}
      <p role="status" className="text-sm font-medium text-attention empty:hidden">
        {since !== null && POSTS_TEXT.notLive(clockTime(since, zone, now))}
      </p>
    </>
  );
}
