import type { LookView } from '@posthorn/contracts/analytics/analytics.http';
import { metrics, type Metric } from '@posthorn/contracts/shared/metrics';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { clockTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { looksQuery } from '../api/looks.ts';
import { METRIC_NAMES } from '../messages/card.en.ts';
import { ChartFigure } from './charts/chart-figure.tsx';
import { Curve } from './charts/curve.tsx';
import { CURVE_TEXT as TEXT, DETAILS_TEXT } from '../messages/details.en.ts';
import { whole } from '../model/sizes.ts';

type PostCurveProps = Readonly<{ postId: number; nameOf: (accountId: number) => string; zone: string }>;

/** The history of one metric of a post, with one point for each poll (`LookView`). */
export function PostCurve({ postId, nameOf, zone }: PostCurveProps) {
  const { data: looks, isError, refetch } = useQuery(looksQuery(postId));
  if (looks) return <Looks looks={looks} nameOf={nameOf} zone={zone} />;
  if (!isError) return <Skeleton className="h-60" />;
  return (
    <Note kind="error">
      <p>{DETAILS_TEXT.curveFailed}</p>
      <Button className="mt-2" onClick={() => void refetch()}>
        {DETAILS_TEXT.again}
      </Button>
    </Note>
  );
}

type LooksProps = Omit<PostCurveProps, 'postId'> & Readonly<{ looks: readonly LookView[] }>;

function Looks({ looks, nameOf, zone }: LooksProps) {
  const [selection, setSelection] = useState<Readonly<{ account?: number; metric?: Metric }>>({});
  const accounts = [...new Map(looks.map((look) => [look.accountId, look.platform]))];
  const account = accounts.find(([id]) => id === selection.account) ?? accounts[0];
  const own = looks.filter(({ accountId }) => accountId === account?.[0]);
  const availableMetrics = metrics.filter((metric) => own.some(({ values }) => values[metric] !== null));
  const metric = availableMetrics.find((name) => name === selection.metric) ?? availableMetrics[0];
  if (!account || !metric || own.length < 2)
    return <p className="text-xs text-muted">{DETAILS_TEXT.noLooks}</p>;
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2 *:flex-[1_1_14rem]">
        {accounts.length > 1 && (
          <Select
            label={TEXT.account}
            value={String(account[0])}
            options={accounts.map(([id, platform]) => ({
              value: String(id),
              label: `${PLATFORM_NAMES[platform]} · ${nameOf(id)}`,
            }))}
            onValueChange={(value) => {
              setSelection({ ...selection, account: Number(value) });
            }}
          />
        )}
        <Select
          label={TEXT.metric}
          value={metric}
          options={availableMetrics.map((name) => ({ value: name, label: METRIC_NAMES[name] }))}
          onValueChange={(value) => {
            const chosen = availableMetrics.find((name) => name === value);
            setSelection({ ...selection, ...(chosen && { metric: chosen }) });
          }}
        />
      </div>
      <Line looks={own} metric={metric} name={nameOf(account[0])} zone={zone} />
    </div>
  );
}

type LineProps = Readonly<{ looks: readonly LookView[]; metric: Metric; name: string; zone: string }>;

function Line({ looks, metric, name, zone }: LineProps) {
  const now = useNow();
  const time = ({ capturedAt }: LookView) => clockTime(Date.parse(capturedAt), zone, now);
  const oldest = Math.max(1, ...looks.map(({ ageMinutes }) => ageMinutes));
  const isOther = sourceChanges(looks, metric);
  return (
    <ChartFigure
      caption={TEXT.caption(METRIC_NAMES[metric], name)}
      head={[TEXT.time, METRIC_NAMES[metric], TEXT.age, TEXT.counted]}
      rows={looks.map((look) => {
        const value = look.values[metric];
        return [
          time(look),
          value === null ? TEXT.gap : whole(value),
          age(look.ageMinutes),
          look.sources[metric] ?? '',
        ];
      })}
      draw={(marks) => (
        <Curve
          {...marks}
          ends={[looks[0] ? time(looks[0]) : '', looks.at(-1) ? time(looks.at(-1) as LookView) : '']}
          points={looks.map(({ ageMinutes, values }, index) => ({
            x: Math.sqrt(ageMinutes / oldest),
            value: values[metric],
            isOther: isOther[index] ?? false,
          }))}
        />
      )}
    >
      <p className="mt-1 text-xs text-muted">
        {[TEXT.scale, ...(isOther.includes(true) ? [TEXT.changed] : [])].join(' ')}
      </p>
    </ChartFigure>
  );
}

/** Returns for each poll whether the platform counted the metric under another name than in the previous poll. */
const sourceChanges = (looks: readonly LookView[], metric: Metric): readonly boolean[] =>
  looks.map(({ sources }, index) => {
    const before = looks[index - 1]?.sources[metric];
    return before !== undefined && sources[metric] !== undefined && before !== sources[metric];
  });

function age(minutes: number): string {
  if (minutes < 60) return TEXT.minutes(minutes);
  const hours = Math.round(minutes / 60);
  return hours < 48 ? TEXT.hours(hours) : TEXT.days(Math.round(hours / 24));
}
