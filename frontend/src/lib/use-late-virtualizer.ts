import type * as VirtualCore from '@tanstack/virtual-core';
import type { Virtualizer, VirtualizerOptions } from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

type Core = typeof VirtualCore;
/** Its code is no part of a first load; whoever comes back to a list has it. */
let core: Core | null = null;
/** While React hands out the elements of cards that it has just drawn. */
let isMeasuring = false;

/** Of the cards of a list that the window scrolls. */
export type WindowVirtualizer = Virtualizer<Window, Element>;
type Options = Pick<VirtualizerOptions<Window, Element>, 'count' | 'estimateSize'> &
  Partial<VirtualizerOptions<Window, Element>>;

type Late = Readonly<{ virtualizer: WindowVirtualizer | null; hasFailed: boolean }>;

/** The virtualizer of a list in the window: null until its code is there, which is asked for when the first paint is done. */
export function useLateVirtualizer(options: Options): Late {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const optionsIn = ({
    observeWindowRect,
    observeWindowOffset,
    windowScroll,
  }: Core): VirtualizerOptions<Window, Element> => ({
    ...options,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    onChange: (_, isNow) => {
      // Scrolled cards are drawn in the frame that shows them; React forbids that while it measures.
      if (isNow && !isMeasuring) flushSync(draw);
      else draw();
    },
  });
  const [virtualizer, setVirtualizer] = useState(() => core && make(core, optionsIn(core)));
  if (core && virtualizer) virtualizer.setOptions(optionsIn(core));

  const [hasFailed, setFailed] = useState(false);
  const isMissing = !virtualizer;
  const latest = useRef(optionsIn);
  useLayoutEffect(() => {
    latest.current = optionsIn;
  });
  useEffect(() => {
    if (!isMissing) return undefined;
    let isGone = false;
    const load = async () => {
      try {
        core = await import('@tanstack/virtual-core');
        if (!isGone) setVirtualizer(make(core, latest.current(core)));
      } catch {
        if (!isGone) setFailed(true);
      }
    };
    // The frame after the one that paints the first cards.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => void load());
    });
    return () => {
      isGone = true;
      cancelAnimationFrame(frame);
    };
  }, [isMissing]);
  // What `useWindowVirtualizer` of @tanstack/react-virtual does, which would bring the code along at once.
  useLayoutEffect(() => virtualizer?._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    virtualizer?._willUpdate();
  });
  return { virtualizer, hasFailed };
}

function make({ Virtualizer: Made }: Core, options: VirtualizerOptions<Window, Element>): WindowVirtualizer {
  const made = new Made(options);
  const { measureElement } = made;
  made.measureElement = (element) => {
    isMeasuring = true;
    try {
      measureElement(element);
    } finally {
      isMeasuring = false;
    }
  };
  return made;
}
