import type { OverviewView, SumView } from '@posthorn/contracts/analytics/analytics.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { METRIC_NAMES } from '../card.messages.en.ts';
import { OVERVIEW_TEXT as TEXT } from '../screen.messages.en.ts';
import { whole } from '../sizes.ts';
import { summedMetrics } from '../sums.ts';
import { Section } from './section.tsx';

type PlatformTableProps = Readonly<{ platforms: OverviewView['platforms'] }>;

/** A row a platform: what they count differs, so nothing is drawn side by side. */
export function PlatformTable({ platforms }: PlatformTableProps) {
  const known = summedMetrics.filter((metric) => platforms.some((row) => row.metrics[metric]));
  const apart = platforms.filter((row) => row.apart).map(({ platform }) => PLATFORM_NAMES[platform]);
  return (
    <Section title={TEXT.platforms}>
      <div
        role="group"
        aria-label={TEXT.platforms}
        tabIndex={0}
        className="relative -mx-2 overflow-x-auto rounded-lg px-2 text-sm whitespace-nowrap tabular-nums"
      >
        <table className="w-full">
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="py-2 pr-3 text-left font-medium">
                {TEXT.platform}
              </th>
              {[TEXT.posts, ...known.map((metric) => METRIC_NAMES[metric])].map((name) => (
                <th key={name} scope="col" className="py-2 pl-4 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {platforms.map((row) => (
              <tr key={row.platform} className="border-t align-top">
                <th scope="row" className="py-2.5 pr-3 text-left font-medium">
                  <span className="flex items-center gap-2">
                    <PlatformBadge platform={row.platform} />
                    {PLATFORM_NAMES[row.platform]}
                    {row.apart && ' '}
                    {row.apart && <span className="text-xs font-normal text-muted">{TEXT.apart}</span>}
                  </span>
                </th>
                <td className="py-2.5 pl-4 text-right">{whole(row.publications)}</td>
                {known.map((metric) => (
                  <td key={metric} className="py-2.5 pl-4 text-right">
                    <Figure sum={row.metrics[metric]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
