import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { beforeIn, moved, type ItemMove } from '../model/link-order.ts';
import { useDragOrder } from './use-drag-order.ts';

type OrderedListOptions = Readonly<{
  /** In their stored order. */
  ids: readonly string[];
  /** Contains an element with `data-drag` for each id. */
  list: RefObject<HTMLElement | null>;
  titleOf: (id: string) => string;
  /** @param after the item that it follows; null: it is first */
  onPlace: (id: string, after: string | null) => void;
}>;

/** A list that the user orders by dragging, by keys, or in a menu. `news` announces the new place of an item. */
export function useOrderedList({ ids: stored, list, titleOf, onPlace }: OrderedListOptions) {
  const [news, say] = useState('');
  const drag = useDragOrder(stored, list, onPlace);
  const move = (id: string, way: ItemMove) => {
    const ids = moved(stored, id, way);
    if (!ids) return;
    const focused = document.activeElement;
    flushSync(() => {
      onPlace(id, beforeIn(ids, id));
      say(EDITOR_TEXT.links.moved(titleOf(id), ids.indexOf(id) + 1, ids.length));
    });
    // An element that moves in the DOM loses the focus, so it is restored.
    if (focused instanceof HTMLElement) focused.focus();
  };
  /** The properties of an item's row. */
  const row = (id: string) => ({
    isDragged: drag.dragged === id,
    handle: drag.handle(id),
    isFirst: id === stored[0],
    isLast: id === stored.at(-1),
    onMove: (way: ItemMove) => {
      move(id, way);
    },
  });
  return { ids: drag.ids, news, row };
}

/** The properties that each row of an ordered list has. */
export type OrderedRow = ReturnType<ReturnType<typeof useOrderedList>['row']>;
