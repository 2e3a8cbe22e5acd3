import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { isMovable, type CalendarLine } from '../../model/calendar/calendar-line.ts';

type Moving = Readonly<{ item: CalendarLine; cell: string; isByKeys: boolean }>;

type Places = Readonly<{
  /** Where an entry can be dropped: days or hours, in order. */
  cells: readonly string[];
  /** How many cells an arrow up or down passes. */
  columns: number;
  cellOf: (item: CalendarLine) => string;
  /** The name of a cell for screen readers. */
  nameOf: (cell: string) => string;
  onDrop: (item: CalendarLine, cell: string) => void;
}>;

const STEPS: Readonly<Record<string, (columns: number) => number>> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
};

/** Moves entries between the cells of a calendar, with the mouse or with the keyboard. */
export function useMoving({ cells, columns, cellOf, nameOf, onDrop }: Places) {
  const [moving, setMoving] = useState<Moving | null>(null);
  const [said, say] = useState('');
  const refocus = useFocusInCell();

  const drop = (item: CalendarLine, cell: string) => {
    setMoving(null);
    if (cell === cellOf(item)) {
      say(TEXT.cancelled);
      return;
    }
    say(TEXT.dropped(nameOf(cell)));
    onDrop(item, cell);
  };
  const cancel = () => {
    setMoving(null);
    say(TEXT.cancelled);
  };

  const press = (item: CalendarLine, event: KeyboardEvent) => {
    const isGrabbed = moving?.isByKeys === true && moving.item.id === item.id;
    const step = STEPS[event.key];
    if (event.key === ' ' && isMovable(item)) {
      event.preventDefault();
      if (isGrabbed) {
        refocus(item.id, moving.cell);
        drop(item, moving.cell);
      } else {
        setMoving({ item, cell: cellOf(item), isByKeys: true });
        say(TEXT.grabbed(nameOf(cellOf(item))));
      }
    } else if (isGrabbed && event.key === 'Escape') {
      event.preventDefault();
      cancel();
    } else if (isGrabbed && step) {
      event.preventDefault();
      const at = cells.indexOf(moving.cell) + step(columns);
      const cell = cells[Math.max(0, Math.min(cells.length - 1, at))] ?? moving.cell;
      setMoving({ ...moving, cell });
      say(nameOf(cell));
    }
  };

  return {
    /** The last news for screen readers. */
    said,
    /** The cell over which an entry is now. */
    target: moving?.cell ?? null,
    entryProps: (item: CalendarLine) => ({
      'data-entry': item.id,
      draggable: isMovable(item),
      'aria-pressed': moving?.isByKeys && moving.item.id === item.id ? true : undefined,
      onKeyDown: (event: KeyboardEvent) => {
        press(item, event);
      },
      onBlur: () => {
        if (moving?.isByKeys) setMoving(null);
      },
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move';
        // Firefox starts no drag without data.
        dataTransfer.setData('text/plain', item.line);
        setMoving({ item, cell: cellOf(item), isByKeys: false });
      },
      onDragEnd: () => {
        setMoving(null);
      },
    }),
    cellProps: (cell: string) => ({
      'data-cell': cell,
      onDragOver: (event: DragEvent) => {
        if (!moving || moving.isByKeys) return;
        event.preventDefault();
        if (moving.cell !== cell) setMoving({ ...moving, cell });
      },
      onDrop: (event: DragEvent) => {
        if (!moving || moving.isByKeys) return;
        event.preventDefault();
        drop(moving.item, cell);
      },
    }),
  };
}
export type MovingEntries = ReturnType<typeof useMoving>;

/** Focuses an entry again as soon as it stands in its new cell, where it is another element. */
function useFocusInCell(): (id: CalendarLine['id'], cell: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const entry = document.querySelector<HTMLElement>(wanted.current);
    if (!entry) return;
    wanted.current = null;
    entry.focus();
  });
  return (id, cell) => {
    wanted.current = `[data-cell="${cell}"] [data-entry="${String(id)}"]`;
  };
}
