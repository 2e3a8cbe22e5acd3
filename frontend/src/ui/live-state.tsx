import { classNames } from '#lib/class-names.ts';
import { useCutSince } from '#lib/live-cut.ts';
import { useNow } from '#lib/now.ts';
import { clockTime } from '#lib/zone-format.ts';
import { UI_TEXT } from './messages.en.ts';

type LiveStateProps = Readonly<{
  /** What the list is for. */
  subtitle: string;
  zone: string;
  /** Something else stands beside the title of a phone. */
  isBrief?: boolean;
}>;

/** Under the title of a list: what it is for, or since when it hears of no changes by itself. */
export function LiveState({ subtitle, zone, isBrief = false }: LiveStateProps) {
  const since = useCutSince();
  const now = useNow();
  return (
    <>
      {since === null && (
        <p className={classNames('text-sm text-muted', isBrief && 'max-sm:sr-only')}>{subtitle}</p>
      )}
      <p role="status" className="text-sm font-medium text-attention empty:hidden">
        {since !== null && UI_TEXT.notLive(clockTime(since, zone, now))}
      </p>
    </>
  );
}
