import type { PostMetricsView, RefreshView } from '@posthorn/contracts/analytics/analytics.http';
import { MISSING_TEXT } from '@posthorn/contracts/analytics/missing-text';
import { metrics, missingReasons, type Metric } from '@posthorn/contracts/shared/metrics';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { clockTime } from '#lib/zone-format.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { METRIC_NAMES } from '../messages/card.en.ts';
import { DETAILS_TEXT as TEXT, END_TEXT, REFRESH_TEXT } from '../messages/details.en.ts';
import { fallsOf } from '../model/falls.ts';
import { whole } from '../model/sizes.ts';

type AccountFiguresProps = Readonly<{
  target: PostMetricsView;
  name: string;
  zone: string;
  /** The result of the last manual refresh; null: none. */
  refreshed: RefreshView['accounts'][number] | null;
}>;

/** All metrics of a post on one account, and the reasons why others are missing. */
export function AccountFigures({ target, name, zone, refreshed }: AccountFiguresProps) {
  const { accountId, platform, ended } = target;
  const now = useNow();
  const available = metrics.filter((metric) => target[metric] !== null);
  return (
    <li className="rounded-xl bg-sunken p-2.5 text-xs">
      <p className="flex items-center gap-2 font-medium">
        <AccountAvatar accountId={accountId} name={name} platform={platform} />
        <span className="min-w-0 truncate" title={name}>
          {name}
        </span>
        <span className="sr-only">, {PLATFORM_NAMES[platform]}</span>
      </p>
      {available.length > 0 && (
        <dl className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
          {available.map((metric) => (
            <div key={metric} className="flex gap-1.5">
              <dt className="text-muted">{METRIC_NAMES[metric]}</dt>
              <dd className="font-semibold tabular-nums" title={target.sources[metric]}>
                {whole(target[metric] ?? 0)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="mt-1 space-y-0.5 text-muted">
        {[...fallsOf(target, false, zone, now), ...missingLines(target)].map((line) => (
          <li key={line}>{line}</li>
        ))}
        {ended && <li>{END_TEXT[ended](PLATFORM_NAMES[platform])}</li>}
        <li>
          <Times target={target} zone={zone} />
        </li>
      </ul>
      <p role="status" className="mt-1 font-medium empty:hidden">
        {refreshed && REFRESH_TEXT[refreshed.state]}
        {refreshed?.costUsd !== undefined && ` ${TEXT.cost(refreshed.costUsd)}`}
      </p>
    </li>
  );
}

/** If a platform never offers a metric, only these are reported as missing, because few platforms have all the others. */
const EXPECTED: ReadonlySet<Metric> = new Set(['likes', 'comments', 'shares', 'impressions']);

/** Returns a line for each reason, for example "Shares, Impressions: Bluesky does not report this figure." */
const missingLines = ({ missing, platform }: PostMetricsView): readonly string[] =>
  missingReasons.flatMap((reason) => {
    const names = metrics
      .filter((metric) => missing[metric] === reason && (reason !== 'not-offered' || EXPECTED.has(metric)))
      .map((metric) => METRIC_NAMES[metric]);
    return names.length > 0 ? `${names.join(', ')}: ${MISSING_TEXT[reason](PLATFORM_NAMES[platform])}` : [];
  });

/** For example "Recorded 12:03 · checked 14:10 · next update 16:00". */
function Times({
  target: { capturedAt, checkedAt, nextAt },
  zone,
}: Pick<AccountFiguresProps, 'target' | 'zone'>) {
  const now = useNow();
  const at = (instant: string) => clockTime(Date.parse(instant), zone, now);
  if (capturedAt === null) return nextAt === null ? TEXT.none : TEXT.firstAt(at(nextAt));
  return [
    TEXT.recorded(at(capturedAt)),
    ...(checkedAt !== null && checkedAt !== capturedAt ? [TEXT.checked(at(checkedAt))] : []),
    ...(nextAt !== null ? [TEXT.next(at(nextAt))] : []),
  ].join(' · ');
}
