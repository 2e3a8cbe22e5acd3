import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { CHART_TEXT as TEXT } from '../../messages/charts.en.ts';
import { NumbersTable } from './numbers-table.tsx';

/** `at`: the index of the marked point; null: none. `mark` changes the marked point. */
export type PointMarks = Readonly<{ at: number | null; mark: (at: number | null) => void }>;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

type ChartFigureProps = Readonly<{
  caption: string;
  /** The column headings of the table. The first column labels the points. */
  head: readonly string[];
  /** The rows of the table. Each row is also a point of the chart. */
  rows: readonly (readonly string[])[];
  draw: (marks: PointMarks) => ReactNode;
  /** Content below the chart, such as a legend. */
  children?: ReactNode;
  /** The index after a step up or down. Without this function, these keys move like left and right. */
  vertical?: (at: number, by: number) => number;
}>;

/** A chart with a caption and a button that shows the same data as a table. */
export function ChartFigure({ caption, head, rows, draw, children, vertical }: ChartFigureProps) {
  const [isTable, setTable] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const tableButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const at = chosen !== null && chosen < rows.length ? chosen : null;
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      setChosen(null);
      tableButton.current?.focus();
    } else {
      const next = nextPoint(event.key, at, rows.length, vertical);
      if (next === null) return;
      setChosen(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <figure aria-labelledby={id}>
      <div className="flex items-center justify-between gap-3">
        <figcaption id={id} className="text-sm text-muted">
          {caption}
        </figcaption>
        <Button
          ref={tableButton}
          variant="quiet"
          className="text-primary"
          onClick={() => {
            setTable(!isTable);
          }}
        >
          {isTable ? TEXT.chart : TEXT.table}
        </Button>
      </div>
      {isTable ? (
        <NumbersTable label={caption} head={head} rows={rows} />
      ) : (
        <>
          <div
            role="group"
            tabIndex={0}
            aria-labelledby={id}
            aria-describedby={`${id}-keys`}
            onKeyDown={press}
            onPointerLeave={() => {
              setChosen(null);
            }}
            className="rounded-lg"
          >
            {draw({ at, mark: setChosen })}
          </div>
          <p id={`${id}-keys`} className="sr-only">
            {TEXT.keys(rows.length)}
          </p>
          <p role="status" className="mt-2 min-h-10 text-sm tabular-nums sm:min-h-5">
            {at === null ? <span className="text-muted">{TEXT.rest}</span> : rowText(head, rows[at] ?? [])}
          </p>
          {children}
        </>
      )}
    </figure>
  );
}

/** Returns the point to which a key moves; null: the chart ignores this key. */
function nextPoint(
  key: string,
  at: number | null,
  length: number,
  vertical: ChartFigureProps['vertical'],
): number | null {
  if (length === 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  const by = STEPS[key];
  if (by === undefined) return null;
  if (at === null) return by > 0 ? 0 : length - 1;
  const next = vertical && key !== 'ArrowLeft' && key !== 'ArrowRight' ? vertical(at, by) : at + by;
  return Math.min(Math.max(next, 0), length - 1);
}

/** For example "Wed 4 Nov · Likes: 132 · Posts: 3 of 4". */
const rowText = (head: readonly string[], [first = '', ...cells]: readonly string[]): ReactNode => (
  <>
    <span className="font-medium">{first}</span>
    {cells.map((cell, index) => cell && ` · ${TEXT.cell(head[index + 1] ?? '', cell)}`)}
  </>
);
