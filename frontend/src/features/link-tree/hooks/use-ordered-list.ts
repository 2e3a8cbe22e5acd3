import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { beforeIn, moved, type ItemMove } from '../model/link-order.ts';
import { useDragOrder } from './use-drag-order.ts';

type OrderedListOptions = Readonly<{
  /** The ids in their stored order. */
  ids: readonly string[];
  /** An element that contains an element with `data-drag` for each id. */
  list: RefObject<HTMLElement | null>;
  titleOf: (id: string) => string;
  /** @param after the id of the previous item; null: the item is first */
  onPlace: (id: string, after: string | null) => void;
}>;

/** A list that the user orders by dragging, with keys, or in a menu. `announcement`: the new position of an item, for screen readers. */
export function useOrderedList({ ids: stored, list, titleOf, onPlace }: OrderedListOptions) {
  const [announcement, setAnnouncement] = useState('');
  const drag = useDragOrder(stored, list, onPlace);
  const move = (id: string, way: ItemMove) => {
    const ids = moved(stored, id, way);
    if (!ids) return;
    const focused = document.activeElement;
    flushSync(() => {
      onPlace(id, beforeIn(ids, id));
      setAnnouncement(EDITOR_TEXT.links.moved(titleOf(id), ids.indexOf(id) + 1, ids.length));
    });
    // Restores the focus, because an element that moves in the DOM loses it.
    if (focused instanceof HTMLElement) focused.focus();
  };
  /** Returns the props for the row of an item. */
  const row = (id: string) => ({
    isDragged: drag.dragged === id,
    handle: drag.handle(id),
    isFirst: id === stored[0],
    isLast: id === stored.at(-1),
    onMove: (way: ItemMove) => {
      move(id, way);
    },
  });
  return { ids: drag.ids, announcement, row };
}

/** The props of each row in an ordered list. */
export type OrderedRow = ReturnType<ReturnType<typeof useOrderedList>['row']>;
