import type { OverviewView, SumView } from '@posthorn/contracts/analytics/analytics.http';
import { summedMetrics, type Metric } from '@posthorn/contracts/shared/metrics';
import { METRIC_NAMES } from '../messages/card.en.ts';
import { OVERVIEW_TEXT as TEXT } from '../messages/screen.en.ts';
import { whole } from '../model/sizes.ts';
import { Count } from './figure-cell.tsx';
import { Section } from './section.tsx';

/** The sums over all posts of these days. Each metric sums only the posts that have it. */
export function Totals({ overview: { totals, publications, measured } }: { overview: OverviewView }) {
  const known = summedMetrics.flatMap((metric) => {
    const sum = totals[metric];
    return sum ? [{ metric, sum }] : [];
  });
  return (
    <Section
      title={TEXT.totals}
      aside={
        <p className="text-xs text-muted tabular-nums">
          {TEXT.publications(publications)} · {TEXT.measured(measured, publications)}
        </p>
      }
    >
      {known.length === 0 ? (
        <p className="text-sm text-muted">{TEXT.noFigures}</p>
      ) : (
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-3 gap-y-4">
          {known.map(({ metric, sum }) => (
            <Total key={metric} metric={metric} {...sum} />
          ))}
        </dl>
      )}
    </Section>
  );
}

const Total = ({ metric, sum, of, total }: SumView & { metric: Metric }) => (
  <div title={`${whole(sum)} ${METRIC_NAMES[metric].toLowerCase()}`} className="flex flex-col">
    <dt className="text-sm text-muted">{METRIC_NAMES[metric]}</dt>
    <dd className="order-first text-2xl font-semibold tracking-tight tabular-nums">
      <Count count={sum} isShort={metric === 'impressions' || metric === 'views'} />
    </dd>
    {of < total && <dd className="text-xs text-muted tabular-nums">{TEXT.of(of, total)}</dd>}
  </div>
);
