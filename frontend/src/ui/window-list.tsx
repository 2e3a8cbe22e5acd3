import type { VirtualizerOptions } from '@tanstack/virtual-core';
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEventHandler,
  type ReactNode,
} from 'react';
import { useSamePlace } from '#lib/same-place.ts';
import { useLateVirtualizer } from '#lib/use-late-virtualizer.ts';

/** Lines before and after those in sight. */
const OVERSCAN = 4;

type Line = Readonly<{ index: number; start: number | null }>;
type Lines = Readonly<{
  /** Of all lines, the same for the same one. */
  keys: readonly (string | number)[];
  /** All in pixels. `sizeOf`: of a line, until that is measured. */
  sizeOf: (index: number) => number;
  gap: number;
  /** Where the list begins, until that is measured. */
  top: number;
}>;
type Options = Lines &
  Partial<Pick<VirtualizerOptions<Window, Element>, 'initialMeasurementsCache' | 'rangeExtractor'>>;

/** What a `WindowList` shows: only lines near the window are in the page, so a thousand cost no more than ten. */
export function useWindowList({ keys, sizeOf, gap, top: guessed, ...others }: Options) {
  const element = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(guessed);
  const { virtualizer, hasFailed } = useLateVirtualizer({
    count: keys.length,
    estimateSize: sizeOf,
    gap,
    overscan: OVERSCAN,
    scrollMargin: top,
    // Otherwise no line is made before the window was measured.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    getItemKey: (index) => keys[index] ?? index,
    ...others,
  });
  useLayoutEffect(() => {
    if (virtualizer && element.current) setTop(element.current.offsetTop);
  }, [virtualizer]);
  useSamePlace(virtualizer, keys, top);
  const scrollTo = useCallback(
    (index: number) => {
      virtualizer?.scrollToIndex(index, { align: 'center' });
    },
    [virtualizer],
  );
  const shown: Readonly<{ lines: readonly Line[]; style: CSSProperties }> = virtualizer
    ? { lines: virtualizer.getVirtualItems(), style: { height: virtualizer.getTotalSize() } }
    : firstLines({ keys, sizeOf, gap, top: guessed }, hasFailed);
  return {
    ...shown,
    element,
    keys,
    top,
    virtualizer,
    scrollTo,
    /** The place of the first line that is in the page. */
    first: () => virtualizer?.getVirtualItems()[0]?.index ?? 0,
  };
}

/** A slow phone first paints what is in sight, and nothing else: these lines as they come, with room below for the others. */
function firstLines({ keys, sizeOf, gap, top }: Lines, areAll: boolean) {
  const lines: Line[] = [];
  let end = top;
  keys.forEach((_, index) => {
    if (areAll || end < window.innerHeight) lines.push({ index, start: null });
    end += sizeOf(index) + gap;
  });
  return { lines, style: lines.length < keys.length ? { minHeight: end - gap - top } : {} };
}

type WindowListProps = Readonly<{
  list: ReturnType<typeof useWindowList>;
  label: string;
  /** The class that keeps `gap` between lines that come one below the other. */
  spaced: string;
  /** How many lines there are, also those that are not loaded yet; null: nobody has counted them. Left out where that is not told. */
  total?: number | null;
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
  /** Draws one line. */
  children: (index: number) => ReactNode;
}>;

export function WindowList({ list, label, spaced, total, onKeyDown, children }: WindowListProps) {
  const { element, lines, style, keys, top, virtualizer } = list;
  return (
    <ul ref={element} aria-label={label} onKeyDown={onKeyDown} className="relative" style={style}>
      {lines.map(
        ({ index, start }) =>
          index < keys.length && (
            <li
              key={keys[index]}
              ref={virtualizer?.measureElement}
              data-index={index}
              {...(total !== undefined && { 'aria-setsize': total ?? -1, 'aria-posinset': index + 1 })}
              {...(start === null
                ? { className: spaced }
                : {
                    className: 'absolute inset-x-0 top-0',
                    style: { transform: `translateY(${String(start - top)}px)` },
                  })}
            >
              {children(index)}
            </li>
          ),
      )}
    </ul>
  );
}
