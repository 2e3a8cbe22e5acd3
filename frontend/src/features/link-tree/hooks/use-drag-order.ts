import { useEffect, useState, type PointerEvent, type RefObject } from 'react';
import { beforeIn, movedTo } from '../model/link-order.ts';

type Dragged = Readonly<{ id: string; ids: readonly string[] }>;

/**
 * Lets the user drag the items of a list into another order, by mouse, pen or touch. `ids` is the order during the drag. `onDrop` gets the
 * dropped item and the one before it, null where it is first. Escape restores the old order.
 * @param list contains an element with `data-drag` for each id
 */
export function useDragOrder(
  ids: readonly string[],
  list: RefObject<HTMLElement | null>,
  onDrop: (id: string, after: string | null) => void,
) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const isDragging = dragged !== null;
  useEffect(() => {
    if (!isDragging) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDragged(null);
    };
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('keydown', leave);
    };
  }, [isDragging]);

  /** Attributes for the handle of an item. */
  const handle = (id: string) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ id, ids });
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (dragged?.id !== id || !list.current) return;
      const to = placeAt(clientY, [...list.current.querySelectorAll('[data-drag]')]);
      if (dragged.ids[to] !== id) setDragged({ id, ids: movedTo(dragged.ids, id, to) });
    },
    onPointerUp: () => {
      if (dragged?.id !== id) return;
      setDragged(null);
      if (dragged.ids.some((each, at) => each !== ids[at])) onDrop(id, beforeIn(dragged.ids, id));
    },
    onPointerCancel: () => {
      setDragged(null);
    },
  });
  return { ids: dragged?.ids ?? ids, dragged: dragged?.id ?? null, handle };
}

/** The index of the item whose middle is nearest. */
function placeAt(y: number, items: readonly Element[]): number {
  const away = items.map((item) => {
    const { top, bottom } = item.getBoundingClientRect();
    return Math.abs((top + bottom) / 2 - y);
  });
  return away.indexOf(Math.min(...away));
}
