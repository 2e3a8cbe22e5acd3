import { classNames } from '#lib/class-names.ts';
import { useDisconnectedSince } from '#lib/live-cut.ts';
import { useNow } from '#lib/now.ts';
import { clockTime } from '#lib/zone-format.ts';
import { UI_TEXT } from './messages.en.ts';

type LiveStateProps = Readonly<{
  /** The purpose of the list. */
  subtitle: string;
  zone: string;
  /** True: on a phone, only screen readers get the subtitle, because the space is needed. */
  isBrief?: boolean;
}>;

/** The line below the title of a list: its purpose, or since when live updates are missing. */
export function LiveState({ subtitle, zone, isBrief = false }: LiveStateProps) {
  const since = useDisconnectedSince();
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
