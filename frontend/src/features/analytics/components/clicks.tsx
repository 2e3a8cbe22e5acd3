import type { OverviewView } from '@posthorn/contracts/analytics/analytics.http';
import { Bars } from './charts/bars.tsx';
import { ChartFigure } from './charts/chart-figure.tsx';
import { dayName, dayWithYear, placeOf, type Days } from '../model/period.ts';
import { OVERVIEW_TEXT as TEXT } from '../messages/screen.en.ts';
import { whole } from '../model/sizes.ts';
import { Section } from './section.tsx';

type ClicksProps = Readonly<{ clicks: OverviewView['clicks']; days: Days }>;

/** The clicks on the links of the public page. */
export function Clicks({ clicks: shown, days: { from, to } }: ClicksProps) {
  const { clicks, visitors, minutesBefore, days } = shown;
  return (
    <Section title={TEXT.clicks}>
      <p className="text-sm text-muted tabular-nums">
        {clicks === 0 ? TEXT.noClicks : TEXT.clicksTotal(clicks, visitors)}
      </p>
      {clicks > 0 && <p className="text-sm text-muted">{TEXT.repeats}</p>}
      {clicks > 0 && minutesBefore > 0 && (
        <p className="text-sm text-muted">{TEXT.clicksBefore(minutesBefore)}</p>
      )}
      {clicks > 0 && (
        <ChartFigure
          caption={TEXT.clicksCaption}
          head={[TEXT.day, TEXT.clicked]}
          rows={days.map((day) => [dayName(day.day), whole(day.clicks)])}
          draw={(marks) => (
            <Bars
              {...marks}
              bars={days.map((day) => ({ place: placeOf(day.day, from), value: day.clicks }))}
              places={placeOf(to, from) + 1}
              ends={[dayWithYear(from), dayWithYear(to)]}
            />
          )}
        />
      )}
    </Section>
  );
}
