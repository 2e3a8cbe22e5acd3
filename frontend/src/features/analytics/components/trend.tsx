import type { OverviewQuery, OverviewView } from '@posthorn/contracts/analytics/analytics.http';
import { summedMetrics, type Metric } from '@posthorn/contracts/shared/metrics';
import { useState } from 'react';
import { Select } from '#ui/select.tsx';
import { METRIC_NAMES } from '../messages/card.en.ts';
import { Bars } from './charts/bars.tsx';
import { ChartFigure } from './charts/chart-figure.tsx';
import { dayName, dayWithYear, placeOf } from '../model/period.ts';
import { AT_AGE, OVERVIEW_TEXT as TEXT } from '../messages/screen.en.ts';
import { whole } from '../model/sizes.ts';
import { Section } from './section.tsx';

type TrendProps = Readonly<{ overview: OverviewView; question: OverviewQuery }>;

/** A bar chart of one metric by day. Compares all posts at the same age. */
export function Trend({ overview: { trend, totals }, question: { from, to, age } }: TrendProps) {
  const [chosenMetric, setChosenMetric] = useState<Metric>('likes');
  const availableMetrics = summedMetrics.filter((metric) => totals[metric]);
  const metric = availableMetrics.includes(chosenMetric) ? chosenMetric : availableMetrics[0];
  if (metric === undefined) return null;
  const points = trend.map(({ day, publications, metrics: sums }) => {
    const { sum = null, of = 0 } = sums[metric] ?? {};
    return { day, value: sum, of, publications };
  });
  return (
    <Section
      title={TEXT.trend}
      aside={
        <Select
          label={TEXT.trendFigure}
          value={metric}
          className="w-40"
          options={availableMetrics.map((name) => ({ value: name, label: METRIC_NAMES[name] }))}
          onValueChange={(value) => {
            setChosenMetric(availableMetrics.find((name) => name === value) ?? metric);
          }}
        />
      }
    >
      <ChartFigure
        caption={TEXT.trendCaption(METRIC_NAMES[metric], AT_AGE[age])}
        head={[TEXT.day, METRIC_NAMES[metric], TEXT.posts]}
        rows={points.map(({ day, value, of, publications }) => [
          dayName(day),
          value === null ? TEXT.gap : whole(value),
          TEXT.ofPosts(of, publications),
        ])}
        draw={(marks) => (
          <Bars
            {...marks}
            bars={points.map(({ day, value }) => ({ place: placeOf(day, from), value }))}
            places={placeOf(to, from) + 1}
            ends={[dayWithYear(from), dayWithYear(to)]}
          />
        )}
      >
        {points.some(({ value }) => value === null) && (
          <p className="mt-1 text-xs text-muted">{TEXT.gapKey}</p>
        )}
      </ChartFigure>
    </Section>
  );
}
