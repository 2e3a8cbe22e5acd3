import type { Metric } from '@posthorn/contracts/shared/metrics';
import type { ReactNode } from 'react';
import { FIGURES_TEXT as TEXT, METRIC_NAMES } from '../messages/card.en.ts';
import { short, whole } from '../model/sizes.ts';
import type { Sum } from '../model/sums.ts';

/** The metrics that are always shortened, because their numbers grow too large for every screen. */
const IN_SHORT: ReadonlySet<Metric> = new Set(['impressions', 'views']);

/** A metric with its name. If some accounts lack the metric, shows how many accounts have it. */
export function FigureCell({ metric, sum, of, total, why }: Sum) {
  const name = METRIC_NAMES[metric];
  const reasons = why.join(' ');
  if (sum === null)
    return (
      <Cell name={name} title={reasons || TEXT.noReason}>
        <span className="flex min-h-5 items-center text-[0.6875rem]/3.5 font-normal tracking-tight text-muted">
          {TEXT.notAvailable}
        </span>
        <span className="sr-only">. {reasons || TEXT.noReason}</span>
      </Cell>
    );
  const isIncomplete = of < total;
  return (
    <Cell
      name={name}
      title={[`${whole(sum)} ${name.toLowerCase()}`, isIncomplete && reasons].filter(Boolean).join('. ')}
      below={
        isIncomplete && (
          <>
            {TEXT.of(of, total)}
            <span className="max-sm:sr-only">{TEXT.accounts}</span>
            {reasons && <span className="sr-only">. {reasons}</span>}
          </>
        )
      }
    >
      <Count count={sum} isShort={IN_SHORT.has(metric)} />
    </Cell>
  );
}

type CellProps = Readonly<{ name: string; title?: string; below?: ReactNode; children: ReactNode }>;

/** The four metrics in one line, or in two lines with large text. */
export const Cells = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(3.75rem,1fr))] gap-2">{children}</dl>
);

/** The cell of one metric. */
export const Cell = ({ name, title, below, children }: CellProps) => (
  <div title={title} className="flex min-w-0 flex-col">
    <dt className="truncate text-[0.6875rem]/4 tracking-tight text-muted">{name}</dt>
    <dd className="order-first text-sm/5 font-semibold tabular-nums">{children}</dd>
    {below && <dd className="text-[0.6875rem]/3.5 text-muted">{below}</dd>}
  </div>
);

type CountProps = Readonly<{ count: number; isShort: boolean }>;

/** A number that is shortened on small screens, or always (`isShort`). Screen readers get the full number. */
export function Count({ count, isShort }: CountProps) {
  const all = whole(count);
  const shortened = short(count);
  if (all === shortened) return all;
  return (
    <>
      <span aria-hidden className={isShort ? undefined : 'sm:hidden'}>
        {shortened}
      </span>
      {!isShort && (
        <span aria-hidden className="max-sm:hidden">
          {all}
        </span>
      )}
      <span className="sr-only">{all}</span>
    </>
  );
}
