import type { OverviewView } from '@posthorn/contracts/analytics/analytics.http';
import { summedMetrics } from '@posthorn/contracts/shared/metrics';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { METRIC_NAMES } from '../messages/card.en.ts';
import { COMPARED_TEXT } from '../messages/results.en.ts';
import { OVERVIEW_TEXT as TEXT } from '../messages/screen.en.ts';
import { percentOf } from '../model/compared.ts';
import { whole } from '../model/sizes.ts';
import { Section } from './section.tsx';

type PlatformFiguresProps = Readonly<{ platforms: OverviewView['platforms'] }>;

/** A row for each platform. No chart compares the platforms, because they count differently. In a narrow container, each row wraps and its
 * figures repeat the names of the columns. The explicit roles keep the table for screen readers.
 */
export function PlatformFigures({ platforms }: PlatformFiguresProps) {
  const shownMetrics = summedMetrics.filter((metric) => platforms.some((row) => row.metrics[metric]));
  const hasRate = platforms.some(({ engagement }) => engagement);
  const apart = platforms.filter((row) => row.apart).map(({ platform }) => PLATFORM_NAMES[platform]);
  const names = [
    ...shownMetrics.map((metric) => METRIC_NAMES[metric]),
    ...(hasRate ? [COMPARED_TEXT.rate] : []),
  ];
  return (
    <Section title={TEXT.platforms}>
      <div className="@container">
        <table role="table" className="block w-full text-sm wrap-normal tabular-nums @3xl:table">
          <thead
            role="rowgroup"
            className="sr-only text-xs text-muted @3xl:not-sr-only @3xl:table-header-group"
          >
            <tr role="row">
              <Head isFirst>{TEXT.platform}</Head>
              <Head>{TEXT.posts}</Head>
              {names.map((name) => (
                <Head key={name}>{name}</Head>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className="block divide-y @3xl:table-row-group">
            {platforms.map((row) => (
              <tr key={row.platform} role="row" className={ROW}>
                <th
                  role="rowheader"
                  scope="row"
                  className="col-span-full text-left font-medium @3xl:py-2 @3xl:pr-3"
                >
                  <span className="flex items-center gap-2">
                    <PlatformBadge platform={row.platform} />
                    <span>
                      {PLATFORM_NAMES[row.platform]}
                      {row.apart && (
                        <span className="block text-xs font-normal text-muted">{TEXT.apart}</span>
                      )}
                    </span>
                  </span>
                </th>
                <td role="cell" data-name={TEXT.posts} className={CELL}>
                  {whole(row.publications)}
                </td>
                {shownMetrics.map((metric) => (
                  <Figure key={metric} name={METRIC_NAMES[metric]} part={row.metrics[metric]}>
                    {whole(row.metrics[metric]?.sum ?? 0)}
                  </Figure>
                ))}
                {hasRate && (
                  <Figure name={COMPARED_TEXT.rate} part={row.engagement}>
                    {row.engagement && percentOf(row.engagement.rate)}
                  </Figure>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-2 space-y-1 text-xs text-muted">
        {hasRate && <p>{COMPARED_TEXT.formula}</p>}
        {apart.length > 0 && <p>{TEXT.apartKey(apart.join(', '))}</p>}
      </div>
    </Section>
  );
}

const ROW =
  'grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-x-3 gap-y-2 py-3 @3xl:table-row @3xl:align-top';
const CELL =
  'flex flex-col before:text-xs before:text-muted before:content-[attr(data-name)] @3xl:table-cell @3xl:py-2 @3xl:pl-3 @3xl:text-right @3xl:before:content-none';

type HeadProps = Readonly<{ isFirst?: boolean; children: string }>;

const Head = ({ isFirst = false, children }: HeadProps) => (
  <th
    role="columnheader"
    scope="col"
    className={classNames('py-2 font-medium', isFirst ? 'pr-3 text-left' : 'pl-3 text-right')}
  >
    {children}
  </th>
);

type FigureProps = Readonly<{
  name: string;
  part: Readonly<{ of: number; total: number }> | null | undefined;
  children: ReactNode;
}>;

/** A figure. If some posts lack the figure, also shows how many posts have it. */
const Figure = ({ name, part, children }: FigureProps) => (
  <td role="cell" data-name={name} className={CELL}>
    {part ? (
      <>
        {children}
        {part.of < part.total && (
          <span className="block text-xs whitespace-nowrap text-muted">{TEXT.of(part.of, part.total)}</span>
        )}
      </>
    ) : (
      <>
        <span aria-hidden className="text-muted">
          –
        </span>
        <span className="sr-only">{TEXT.notTold}</span>
      </>
    )}
  </td>
);
