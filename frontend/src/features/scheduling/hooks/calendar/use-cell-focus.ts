import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { dayAfter, stepOf, type CalendarSpan } from '../../model/calendar/days.ts';
import { useFocusInCalendar } from './use-focus-in-calendar.ts';

type Grid = Readonly<{
  view: CalendarSpan;
  /** The chosen day, which the view shows. */
  day: string;
  /** Days, or the hours of one day, in order. */
  cells: readonly string[];
  /** The cell that Tab reaches first. */
  firstCell: string;
  /** Returns the cell of an entry; undefined: the view does not show the entry. */
  cellOfEntry: (id: string) => string | undefined;
  /** Shows the days around another day. */
  onDay: (day: string) => void;
}>;

type Place = Readonly<{ cell: string; day: string }>;

/** The place from which a link led the user away. A dialog on another screen leads the user back. */
let leftPlace: Place | null = null;

const CONTROLS = 'button, a, [tabindex]';
const COLUMNS = 7;

/**
 * Lets the arrow keys move the focus from cell to cell, as in each grid of ARIA. Tab reaches only the controls of one cell, so that
 * a month of posts takes few keys. Beyond the first and the last cell, the view shows other days.
 */
export function useCellFocus({ view, day, cells, firstCell, cellOfEntry, onDay }: Grid) {
  const root = useRef<HTMLDivElement>(null);
  const [visited, setVisited] = useState(leftPlace);
  const [isReturn] = useState(leftPlace?.day === day);
  const isVisitedHere = visited?.day === day && cells.includes(visited.cell);
  const tabStop = isVisitedHere ? visited.cell : firstCell;
  /** The position that gets the focus as soon as the view shows other cells. */
  const next = useRef<Readonly<{ from: readonly string[]; at: string | number }> | null>(null);

  const controlsOf = (cell: string | undefined) => [
    ...(root.current?.querySelectorAll<HTMLElement>(`[data-cell="${cell ?? ''}"] :is(${CONTROLS})`) ?? []),
  ];
  const focusCell = (cell: string | undefined) => {
    controlsOf(cell)[0]?.focus();
  };
  const showDay = (other: string, at: string | number) => {
    next.current = { from: cells, at };
    onDay(other);
  };
  const isDay = view === 'day';
  const goBy = (cell: string, by: number) => {
    const to = cells[cells.indexOf(cell) + by];
    if (to !== undefined && cells.indexOf(cell) + by >= 0) focusCell(to);
    else if (isDay) showDay(dayAfter(day, by), by > 0 ? 0 : -1);
    else showDay(dayAfter(cell, by), dayAfter(cell, by));
  };
  const pageBy = (cell: string, by: 1 | -1) => {
    const other = stepOf(view, isDay ? day : cell, by);
    showDay(other, isDay ? cells.indexOf(cell) : other);
  };
  /** Moves the focus within a column of the week. */
  const walkBy = (cell: string, by: 1 | -1) => {
    const controls = controlsOf(cell);
    controls[controls.findIndex((control) => control === document.activeElement) + by]?.focus();
  };
  const rowOf = (cell: string): readonly string[] => {
    if (isDay) return cells;
    const at = cells.indexOf(cell);
    return cells.slice(at - (at % COLUMNS), at - (at % COLUMNS) + COLUMNS);
  };
  const goVertically = (cell: string, by: 1 | -1) => {
    if (view === 'week') walkBy(cell, by);
    else goBy(cell, isDay ? by : by * COLUMNS);
  };
  const goSideways = isDay ? pageBy : goBy;
  const keys: Readonly<Record<string, (cell: string) => void>> = {
    ArrowUp: (cell) => {
      goVertically(cell, -1);
    },
    ArrowDown: (cell) => {
      goVertically(cell, 1);
    },
    ArrowLeft: (cell) => {
      goSideways(cell, -1);
    },
    ArrowRight: (cell) => {
      goSideways(cell, 1);
    },
    PageUp: (cell) => {
      pageBy(cell, -1);
    },
    PageDown: (cell) => {
      pageBy(cell, 1);
    },
    Home: (cell) => {
      focusCell(rowOf(cell)[0]);
    },
    End: (cell) => {
      focusCell(rowOf(cell).at(-1));
    },
  };

  useEffect(() => {
    const { current: waiting } = next;
    if (!waiting || waiting.from === cells) return;
    next.current = null;
    focusCell(typeof waiting.at === 'number' ? cells.at(Math.min(waiting.at, cells.length - 1)) : waiting.at);
  });
  useEffect(() => {
    // A later visit is not a return.
    leftPlace = null;
    if (!isReturn) return undefined;
    // Runs after the app has focused the heading of the screen.
    const frame = requestAnimationFrame(() => {
      focusCell(tabStop);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the screen opens
  }, []);
  useFocusInCalendar(root, (entry) => {
    // The last control of a full day is the button that shows its other entries.
    const further = entry === undefined ? undefined : controlsOf(cellOfEntry(entry)).at(-1);
    return (
      further ?? controlsOf(tabStop)[0] ?? root.current?.querySelector<HTMLElement>(CONTROLS) ?? undefined
    );
  });

  return {
    /** 0: Tab reaches the controls of the cell. */
    tabIndexOf: (cell: string): 0 | -1 => (cell === tabStop ? 0 : -1),
    onClick: ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a'))
        leftPlace = { cell: cellOf(target) ?? tabStop, day };
    },
    rootProps: {
      ref: root,
      onFocus: ({ target }: FocusEvent) => {
        const cell = cellOf(target);
        const isVisited = visited?.cell === cell && visited?.day === day;
        // The focus often returns to its cell, for example from a dialog. A full calendar is then not rendered again.
        if (cell !== undefined && !isVisited) setVisited({ cell, day });
      },
      onKeyDown: (event: KeyboardEvent) => {
        const cell = cellOf(event.target);
        const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
        // An entry that the user moves handles these keys itself.
        if (cell === undefined || hasModifier || event.defaultPrevented) return;
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        act(cell);
      },
    },
  };
}

const cellOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined;
