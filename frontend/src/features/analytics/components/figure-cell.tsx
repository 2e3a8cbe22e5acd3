import type { Metric } from '@posthorn/contracts/shared/metrics';
import type { ReactNode } from 'react';
import { FIGURES_TEXT as TEXT, METRIC_NAMES } from '../messages/card.en.ts';
import { short, whole } from '../model/sizes.ts';
import type { Sum } from '../model/sums.ts';

/** These grow large on any screen. */
const IN_SHORT: ReadonlySet<Metric> = new Set(['impressions', 'views']);

/** One figure above its name; where some accounts do not tell it, of how many it is. */
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
  const isPart = of < total;
  return (
    <Cell
      name={name}
      title={[`${whole(sum)} ${name.toLowerCase()}`, isPart && reasons].filter(Boolean).join('. ')}
      below={
        isPart && (
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

/** The places of the four: beside each other, or in two lines where letters are large. */
export const Cells = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(3.75rem,1fr))] gap-2">{children}</dl>
);

/** The place of a figure. */
export const Cell = ({ name, title, below, children }: CellProps) => (
  <div title={title} className="flex min-w-0 flex-col">
    <dt className="truncate text-[0.6875rem]/4 tracking-tight text-muted">{name}</dt>
    <dd className="order-first text-sm/5 font-semibold tabular-nums">{children}</dd>
    {below && <dd className="text-[0.6875rem]/3.5 text-muted">{below}</dd>}
  </div>
);

type CountProps = Readonly<{ count: number; isShort: boolean }>;

/** Short on small screens, or always; a reader hears all of it. */
export function Count({ count, isShort }: CountProps) {
  const all = whole(count);
  const less = short(count);
  if (all === less) return all;
  return (
    <>
      <span aria-hidden className={isShort ? undefined : 'sm:hidden'}>
        {less}
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
