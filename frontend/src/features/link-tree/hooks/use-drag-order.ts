import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { beforeIn, movedTo } from '../model/link-order.ts';

type Dragged = Readonly<{ id: string; ids: readonly string[] }>;

/** Lets the user drag the items of a list into another order, with a mouse, pen or touch. Returns `ids`, the order during the drag.
 * `onDrop` gets the id of the dropped item and of the previous item; null: the item is first. Escape restores the old order.
 * @param list an element that contains an element with `data-drag` for each id
 */
export function useDragOrder(
  ids: readonly string[],
  list: RefObject<HTMLElement | null>,
  onDrop: (id: string, after: string | null) => void,
) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  // On a slow phone, the user may release the item before React renders the last movement.
  const newest = useRef<Dragged | null>(null);
  const change = (next: Dragged | null) => {
    newest.current = next;
    setDragged(next);
  };
  const isDragging = dragged !== null;
  useEffect(() => {
    if (!isDragging) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      newest.current = null;
      setDragged(null);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isDragging]);

  /** Returns the props for the handle of an item. */
  const handle = (id: string) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      change({ id, ids });
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      const { current } = newest;
      if (current?.id !== id || !list.current) return;
      const to = indexAt(clientY, [...list.current.querySelectorAll('[data-drag]')]);
      if (current.ids[to] !== id) change({ id, ids: movedTo(current.ids, id, to) });
    },
    onPointerUp: () => {
      const { current } = newest;
      if (current?.id !== id) return;
      change(null);
      if (current.ids.some((each, index) => each !== ids[index])) onDrop(id, beforeIn(current.ids, id));
    },
    onPointerCancel: () => {
      change(null);
    },
  });
  return { ids: dragged?.ids ?? ids, dragged: dragged?.id ?? null, handle };
}

/** Returns the index of the item whose middle is nearest. */
function indexAt(y: number, items: readonly Element[]): number {
  const distances = items.map((item) => {
    const { top, bottom } = item.getBoundingClientRect();
    return Math.abs((top + bottom) / 2 - y);
  });
  return distances.indexOf(Math.min(...distances));
}
