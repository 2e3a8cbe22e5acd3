import { ANALYTICS, type OverviewView } from '@posthorn/contracts/analytics/analytics.http';
import { ChartFigure } from './charts/chart-figure.tsx';
import { Heat } from './charts/heat.tsx';
import { OVERVIEW_TEXT as TEXT } from '../messages/screen.en.ts';
import { onlyApart } from '../model/platforms-apart.ts';
import { Section } from './section.tsx';

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

type Hours = OverviewView['bestHours'];
type BestHoursProps = Readonly<{ hours: Hours; platforms: OverviewView['platforms'] }>;

/** The hours in which posts had good results. Needs a minimum number of posts. */
export function BestHours({ hours: { posts, needed, cells }, platforms }: BestHoursProps) {
  const apart = onlyApart(platforms);
  if (posts === 0 && apart !== null)
    return (
      <Section title={TEXT.hours}>
        <p className="text-sm text-muted">{TEXT.notInHours(apart)}</p>
      </Section>
    );
  if (posts < needed)
    return (
      <Section title={TEXT.hours}>
        <p className="text-sm text-muted">{TEXT.notEnough(posts, needed)}</p>
        <div aria-hidden className="mt-3 h-1.5 overflow-hidden rounded-full bg-sunken">
          <div className="h-full bg-primary" style={{ width: `${String((posts / needed) * 100)}%` }} />
        </div>
      </Section>
    );
  return (
    <Section title={TEXT.hours}>
      {cells.length === 0 ? (
        <p className="text-sm text-muted">{TEXT.noCell(ANALYTICS.bestHours.cellFrom)}</p>
      ) : (
        <HeatOf cells={cells} />
      )}
    </Section>
  );
}

function HeatOf({ cells: all }: Pick<Hours, 'cells'>) {
  const cells = all.toSorted((a, b) => a.weekday - b.weekday || a.hour - b.hour);
  return (
    <ChartFigure
      caption={TEXT.hoursCaption(ANALYTICS.bestHours.days)}
      head={[TEXT.hour, TEXT.score, TEXT.posts]}
      rows={cells.map(({ weekday, hour, posts, score }) => [
        `${TEXT.weekdays[weekday - 1] ?? ''} ${HOURS[hour] ?? ''}`,
        score.toFixed(1),
        String(posts),
      ])}
      vertical={(at, by) => nearest(cells, at, by)}
      draw={(marks) => (
        <Heat
          {...marks}
          rows={TEXT.weekdays}
          columns={HOURS}
          cells={cells.map(({ weekday, hour, score }) => ({ row: weekday - 1, column: hour, score }))}
        />
      )}
    >
      <p className="mt-1 text-xs text-muted">{TEXT.hoursKey}</p>
    </ChartFigure>
  );
}

/**
 * Returns the index of the cell that is closest to the same hour, on the next (`by` > 0) or previous day with data.
 * `at`: the index of the current cell.
 */
function nearest(cells: Hours['cells'], at: number, by: number): number {
  const current = cells[at];
  if (!current) return at;
  const days = cells.map(({ weekday }) => weekday).filter((day) => (day - current.weekday) * by > 0);
  if (days.length === 0) return at;
  const day = by > 0 ? Math.min(...days) : Math.max(...days);
  const distance = ({ hour }: Hours['cells'][number]) => Math.abs(hour - current.hour);
  const [best] = cells.filter(({ weekday }) => weekday === day).sort((a, b) => distance(a) - distance(b));
  return best ? cells.indexOf(best) : at;
}
