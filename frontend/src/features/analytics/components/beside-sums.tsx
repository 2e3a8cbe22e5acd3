import type { PostMetricsView } from '@posthorn/contracts/analytics/analytics.http';
import { metrics } from '@posthorn/contracts/shared/metrics';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { FIGURES_TEXT as TEXT, METRIC_NAMES } from '../messages/card.en.ts';
import { whole } from '../model/sizes.ts';

/** The order of the metrics, with the views of the platform first: "YouTube 412 views · 31 likes". */
const ORDER = [
  'views',
  'impressions',
  ...metrics.filter((name) => name !== 'views' && name !== 'impressions'),
] as const;

/** The metrics that the sums do not contain, below the name of each platform. */
export function BesideSums({ targets }: { targets: readonly PostMetricsView[] }) {
  if (targets.length === 0) return null;
  return (
    <ul className="mt-1 space-y-0.5 text-xs">
      {targets.map((target) => (
        <li key={target.accountId} className="flex items-start gap-1.5">
          <PlatformBadge platform={target.platform} className="mt-px" />
          <span className="min-w-0">
            <span className="font-medium">{PLATFORM_NAMES[target.platform]}</span>{' '}
            <span className="text-muted tabular-nums">{figuresOf(target)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Returns all metrics of an account that is not in the sums, else only its views. */
function figuresOf(target: PostMetricsView): string {
  const names = target.apart ? ORDER : (['views'] as const);
  const texts = names.flatMap((metric) => {
    const value = target[metric];
    return value === null ? [] : [TEXT.beside(whole(value), METRIC_NAMES[metric])];
  });
  return texts.length > 0 ? texts.join(' · ') : TEXT.notAvailable;
}
