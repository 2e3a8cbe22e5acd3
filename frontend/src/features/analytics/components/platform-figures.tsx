import type { OverviewView, SumView } from '@posthorn/contracts/analytics/analytics.http';
import { summedMetrics } from '@posthorn/contracts/shared/metrics';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { METRIC_NAMES } from '../messages/card.en.ts';
import { OVERVIEW_TEXT as TEXT } from '../messages/screen.en.ts';
import { whole } from '../model/sizes.ts';
import { Section } from './section.tsx';

type PlatformFiguresProps = Readonly<{ platforms: OverviewView['platforms'] }>;

/** A row for each platform. Platforms count differently, so there is no chart that compares them. Metrics wrap as needed. */
export function PlatformFigures({ platforms }: PlatformFiguresProps) {
  const known = summedMetrics.filter((metric) => platforms.some((row) => row.metrics[metric]));
  const apart = platforms.filter((row) => row.apart).map(({ platform }) => PLATFORM_NAMES[platform]);
  return (
    <Section title={TEXT.platforms}>
      <ul className="divide-y">
        {platforms.map((row) => (
          <li key={row.platform} className="py-3 first:pt-0">
            <h3 className="flex flex-wrap items-center gap-x-2 text-sm font-medium">
              <PlatformBadge platform={row.platform} />
              {PLATFORM_NAMES[row.platform]}
              <span className="text-xs font-normal text-muted">
                {TEXT.publications(row.publications)}
                {row.apart && ` · ${TEXT.apart}`}
              </span>
            </h3>
            <dl className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-x-3 gap-y-2">
              {known.map((metric) => (
                <div key={metric} className="flex flex-col">
                  <dt className="text-xs text-muted">{METRIC_NAMES[metric]}</dt>
                  <dd className="order-first text-sm tabular-nums">
                    <Figure sum={row.metrics[metric]} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {apart.length > 0 && <p className="mt-2 text-xs text-muted">{TEXT.apartKey(apart.join(', '))}</p>}
    </Section>
  );
}

function Figure({ sum }: { sum: SumView | undefined }) {
  if (!sum)
    return (
      <>
        <span aria-hidden className="text-muted">
          –
        </span>
        <span className="sr-only">{TEXT.notTold}</span>
      </>
    );
  return (
    <>
      {whole(sum.sum)}
      {sum.of < sum.total && <span className="block text-xs text-muted">{TEXT.of(sum.of, sum.total)}</span>}
    </>
  );
}
