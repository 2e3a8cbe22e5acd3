import { useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { isMovable, type CalendarLine } from '../../model/calendar/calendar-line.ts';

type Moving = Readonly<{ item: CalendarLine; cell: string; isByKeys: boolean }>;

type Grid = Readonly<{
  /** The cells where an entry can be dropped: days or hours, in order. */
  cells: readonly string[];
  /** The number of cells that the keys up and down move. */
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

/** Moves entries between the cells of a calendar with the mouse or the keyboard. */
export function useMoving({ cells, columns, cellOf, nameOf, onDrop }: Grid) {
  const [moving, setMoving] = useState<Moving | null>(null);
  const [announcement, setAnnouncement] = useState('');

  const drop = (item: CalendarLine, cell: string) => {
    setMoving(null);
    if (cell === cellOf(item)) {
      setAnnouncement(TEXT.cancelled);
      return;
    }
    setAnnouncement(TEXT.dropped(nameOf(cell)));
    onDrop(item, cell);
  };
  const cancel = () => {
    setMoving(null);
    setAnnouncement(TEXT.cancelled);
  };

  const press = (item: CalendarLine, event: KeyboardEvent) => {
    const isGrabbed = moving?.isByKeys === true && moving.item.id === item.id;
    const step = STEPS[event.key];
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if ((event.key === ' ' || (isGrabbed && event.key === 'Enter')) && isMovable(item)) {
      event.preventDefault();
      if (isGrabbed) drop(item, moving.cell);
      else {
        setMoving({ item, cell: cellOf(item), isByKeys: true });
        setAnnouncement(TEXT.grabbed(nameOf(cellOf(item))));
      }
    } else if (isGrabbed && event.key === 'Escape') {
      event.preventDefault();
      cancel();
    } else if (isGrabbed && step) {
      event.preventDefault();
      const index = cells.indexOf(moving.cell) + step(columns);
      const cell = index < 0 ? undefined : cells[index];
      if (cell === undefined) {
        setAnnouncement(TEXT.edge(nameOf(moving.cell)));
        return;
      }
      setMoving({ ...moving, cell });
      setAnnouncement(nameOf(cell));
      document.querySelector(`[data-cell="${cell}"]`)?.scrollIntoView({ block: 'nearest' });
    } else if (isGrabbed && event.key !== 'Tab' && !hasModifier) {
      // Keys that would show other days would remove the moved entry from the view.
      event.preventDefault();
    }
  };

  /** The actions behind the handlers of entries and cells. The handlers never change, so that only changed entries are rendered again. */
  const act = {
    press,
    leave: () => {
      if (moving?.isByKeys) cancel();
    },
    dragFrom: (item: CalendarLine) => {
      setMoving({ item, cell: cellOf(item), isByKeys: false });
    },
    dragOver: (cell: string, event: DragEvent) => {
      if (!moving || moving.isByKeys) return;
      event.preventDefault();
      if (moving.cell !== cell) setMoving({ ...moving, cell });
    },
    dropOn: (cell: string, event: DragEvent) => {
      if (!moving || moving.isByKeys) return;
      event.preventDefault();
      drop(moving.item, cell);
    },
  };
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  const [entryProps] = useState(() => (item: CalendarLine, isGrabbed: boolean) => ({
    'data-entry': item.id,
    draggable: isMovable(item),
    'aria-pressed': isGrabbed || undefined,
    onKeyDown: (event: KeyboardEvent) => {
      latest.current.press(item, event);
    },
    onBlur: () => {
      latest.current.leave();
    },
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move';
      // Firefox does not start a drag without data.
      dataTransfer.setData('text/plain', item.line);
      latest.current.dragFrom(item);
    },
    onDragEnd: () => {
      setMoving(null);
    },
  }));
  const [cellProps] = useState(() => (cell: string) => ({
    'data-cell': cell,
    onDragOver: (event: DragEvent) => {
      latest.current.dragOver(cell, event);
    },
    onDrop: (event: DragEvent) => {
      latest.current.dropOn(cell, event);
    },
  }));

  return {
    /** The last announcement for screen readers. */
    announcement,
    /** The cell to which the entry would move now. */
    target: moving?.cell ?? null,
    /** The id of the entry that the keys move. */
    grabbed: moving?.isByKeys === true ? moving.item.id : null,
    entryProps,
    cellProps,
  };
}
export type MovingEntries = ReturnType<typeof useMoving>;
