import type { OverviewQuery, OverviewView, SumView } from '@posthorn/contracts/analytics/analytics.http';
import { summedMetrics, type Metric } from '@posthorn/contracts/shared/metrics';
import { METRIC_NAMES } from '../messages/card.en.ts';
import { COMPARED_TEXT } from '../messages/results.en.ts';
import { OVERVIEW_TEXT as TEXT } from '../messages/screen.en.ts';
import { changeOf, percentOf } from '../model/compared.ts';
import { dayWithYear } from '../model/period.ts';
import { onlyApart } from '../model/platforms-apart.ts';
import { whole } from '../model/sizes.ts';
import { Count } from './figure-cell.tsx';
import { Section } from './section.tsx';

type TotalsProps = Readonly<{ overview: OverviewView; age: OverviewQuery['age'] }>;

/** The sums over all posts of the period. The sum of a metric contains only posts with this metric. */
export function Totals({
  overview: { totals, engagement, before, publications, measured, platforms },
  age,
}: TotalsProps) {
  const apart = onlyApart(platforms);
  const shownMetrics = summedMetrics.flatMap((metric) => {
    const sum = totals[metric];
    return sum ? [{ metric, sum, change: changeOf(sum, before?.totals[metric]) }] : [];
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
      {shownMetrics.length === 0 ? (
        <p className="text-sm text-muted">{apart === null ? TEXT.noFigures : TEXT.apartKey(apart)}</p>
      ) : (
        <>
          <dl className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-3 gap-y-4">
            {shownMetrics.map(({ metric, sum, change }) => (
              <Total key={metric} metric={metric} change={change} {...sum} />
            ))}
            {engagement && (
              <div className="flex flex-col">
                <dt className="text-sm text-muted">{COMPARED_TEXT.rate}</dt>
                <dd className="order-first text-2xl font-semibold tracking-tight tabular-nums">
                  {percentOf(engagement.rate)}
                </dd>
                <PostShare {...engagement} />
              </div>
            )}
          </dl>
          <div className="mt-4 space-y-1 text-xs text-muted">
            {engagement && <p>{COMPARED_TEXT.formula}</p>}
            <p>
              {before
                ? COMPARED_TEXT.before(dayWithYear(before.from), dayWithYear(before.to))
                : age === 'newest'
                  ? COMPARED_TEXT.choose
                  : COMPARED_TEXT.notMeasured}
            </p>
          </div>
        </>
      )}
    </Section>
  );
}

const Total = ({ metric, change, ...sum }: SumView & { metric: Metric; change: string | null }) => (
  <div title={`${whole(sum.sum)} ${METRIC_NAMES[metric].toLowerCase()}`} className="flex flex-col">
    <dt className="text-sm text-muted">{METRIC_NAMES[metric]}</dt>
    <dd className="order-first text-2xl font-semibold tracking-tight tabular-nums">
      <Count count={sum.sum} isShort={metric === 'impressions' || metric === 'views'} />
    </dd>
    {change !== null && <dd className="text-xs font-medium tabular-nums">{change}</dd>}
    <PostShare {...sum} />
  </div>
);

/** If some posts lack the figure, shows how many posts have it. */
const PostShare = ({ of, total }: Readonly<{ of: number; total: number }>) =>
  of < total && <dd className="text-xs text-muted tabular-nums">{TEXT.of(of, total)}</dd>;
