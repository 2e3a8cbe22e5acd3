import { classNames } from '#lib/class-names.ts';
import type { PointMarks } from './chart-figure.tsx';
import { Scale } from './scale.tsx';

/** `place`: the index of the column. `value`: null means no data, which the chart shows as a gap and not as zero. */
type Bar = Readonly<{ place: number; value: number | null }>;

type BarsProps = PointMarks &
  Readonly<{
    bars: readonly Bar[];
    /** The number of columns, of which most may be empty. */
    places: number;
    /** The labels below the first and the last column. */
    ends: readonly [string, string];
  }>;

/** A bar chart. A bar without data is a small dashed frame, so that the gap is visible. */
export function Bars({ bars, places, ends, at, mark }: BarsProps) {
  const maxValue = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  const column = 100 / places;
  const width = Math.min(column * 0.8, 6);
  return (
    <Scale most={maxValue} ends={ends}>
      {bars.map(({ place, value }, index) => {
        const height = value === null ? 12 : Math.max((value / maxValue) * 100, value > 0 ? 1.5 : 0.75);
        return (
          <g
            key={place}
            onPointerEnter={() => {
              mark(index);
            }}
            onPointerDown={() => {
              mark(index);
            }}
          >
            <rect x={percent(place * column)} width={percent(column)} height="100%" fill="transparent" />
            <rect
              x={percent((place + 0.5) * column - width / 2)}
              y={percent(100 - height)}
              width={percent(width)}
              height={percent(height)}
              rx="2"
              className={classNames(
                'transition-opacity',
                value === null ? 'fill-transparent stroke-edge' : 'fill-primary',
                at !== null && at !== index && 'opacity-45',
              )}
              {...(value === null && { strokeDasharray: '3 2' })}
            />
          </g>
        );
      })}
    </Scale>
  );
}

const percent = (value: number): string => `${value.toFixed(3)}%`;
