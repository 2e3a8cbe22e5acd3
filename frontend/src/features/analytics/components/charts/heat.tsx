import { Fragment } from 'react';
import { classNames } from '#lib/class-names.ts';
import type { PointMarks } from './chart-figure.tsx';

type HeatCell = Readonly<{ row: number; column: number; score: number }>;

type HeatProps = PointMarks &
  Readonly<{ cells: readonly HeatCell[]; rows: readonly string[]; columns: readonly string[] }>;

/** A square with this score, or a higher score, fills its cell. */
const FULL_SCORE = 2;

/** A square for each cell, larger with a higher score. A dot marks a cell without data. */
export function Heat({ cells, rows, columns, at, mark }: HeatProps) {
  const [width, height] = [100 / columns.length, 100 / rows.length];
  return (
    <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-[0.6875rem]/4 text-muted">
      <div className="grid" style={{ gridTemplateRows: `repeat(${String(rows.length)}, 1fr)` }}>
        {rows.map((row) => (
          <span key={row} className="self-center">
            {row}
          </span>
        ))}
      </div>
      <svg width="100%" className="block h-36 overflow-visible sm:h-52">
        {rows.map((row, y) =>
          columns.map((column, x) => (
            <circle
              key={`${row}-${column}`}
              cx={percent((x + 0.5) * width)}
              cy={percent((y + 0.5) * height)}
              r="1"
              className="fill-edge/50"
            />
          )),
        )}
        {cells.map(({ row, column, score }, index) => (
          <Fragment key={`${String(row)}-${String(column)}`}>
            <Square
              {...{ x: column * width, y: row * height, width, height }}
              share={Math.min(Math.max(score / FULL_SCORE, 0.2), 1)}
              look={classNames('fill-primary', at === index && 'stroke-ink stroke-2')}
            />
            <rect
              x={percent(column * width)}
              y={percent(row * height)}
              width={percent(width)}
              height={percent(height)}
              fill="transparent"
              onPointerEnter={() => {
                mark(index);
              }}
              onPointerDown={() => {
                mark(index);
              }}
            />
          </Fragment>
        ))}
      </svg>
      <div className="col-start-2 flex justify-between whitespace-nowrap">
        {columns
          .filter((_, index) => index % 12 === 0)
          .map((name) => (
            <span key={name}>{name}</span>
          ))}
        <span>{columns.at(-1)}</span>
      </div>
    </div>
  );
}

type SquareProps = Readonly<{
  x: number;
  y: number;
  width: number;
  height: number;
  /** The fraction of the cell that the square fills. */
  share: number;
  look: string;
}>;

const Square = ({ x, y, width, height, share, look }: SquareProps) => (
  <rect
    x={percent(x + (width * (1 - share * 0.88)) / 2)}
    y={percent(y + (height * (1 - share * 0.88)) / 2)}
    width={percent(width * share * 0.88)}
    height={percent(height * share * 0.88)}
    rx="2"
    opacity={0.35 + share * 0.65}
    className={look}
  />
);

const percent = (value: number): string => `${value.toFixed(3)}%`;
