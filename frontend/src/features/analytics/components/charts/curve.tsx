import { classNames } from '#lib/class-names.ts';
import type { PointMarks } from './chart-figure.tsx';
import { Scale } from './scale.tsx';

/** `x`: from 0 to 1. `value`: null means that the poll returned no value. `isOther`: a vertical line marks a new counting method. */
export type CurvePoint = Readonly<{ x: number; value: number | null; isOther: boolean }>;

type CurveProps = PointMarks & Readonly<{ points: readonly CurvePoint[]; ends: readonly [string, string] }>;

/** A line through the polls, with a gap at each poll without a value. */
export function Curve({ points, ends, at, mark }: CurveProps) {
  const most = Math.max(1, ...points.map(({ value }) => value ?? 0));
  const place = ({ x, value }: CurvePoint) => [percent(x), percent(1 - (value ?? 0) / most)] as const;
  return (
    <Scale most={most} ends={ends}>
      {points.map((each, index) => {
        const [x, y] = place(each);
        const before = points[index - 1];
        const [fromX, fromY] = before && before.value !== null && each.value !== null ? place(before) : [];
        return (
          <g
            key={index}
            onPointerEnter={() => {
              mark(index);
            }}
          >
            {each.isOther && <line x1={x} x2={x} y2="100%" className="stroke-edge" strokeDasharray="4 3" />}
            {fromX && <line x1={fromX} y1={fromY} x2={x} y2={y} className="stroke-primary stroke-2" />}
            <circle
              cx={x}
              cy={y}
              r={at === index ? 6 : 3.5}
              className={classNames(
                'stroke-2',
                each.value === null ? 'fill-surface stroke-edge' : 'fill-primary stroke-surface',
              )}
            />
            <circle cx={x} cy={y} r="14" fill="transparent" />
          </g>
        );
      })}
    </Scale>
  );
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;
