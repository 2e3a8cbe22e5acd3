import type * as VirtualCore from '@tanstack/virtual-core';
import type { Virtualizer, VirtualizerOptions } from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

type Core = typeof VirtualCore;
/** The code of the virtualizer, loaded after the first paint of the first list. */
let core: Core | null = null;
/** True while React passes newly rendered cards to the virtualizer. */
let isMeasuring = false;

/** The virtualizer of a list that scrolls with the window. */
export type WindowVirtualizer = Virtualizer<Window, Element>;
type Options = Pick<VirtualizerOptions<Window, Element>, 'count' | 'estimateSize'> &
  Partial<VirtualizerOptions<Window, Element>>;

type LateVirtualizer = Readonly<{ virtualizer: WindowVirtualizer | null; hasFailed: boolean }>;

/** Returns the virtualizer of a list in the window; null until its code has loaded. The loading starts after the first paint. */
export function useLateVirtualizer(options: Options): LateVirtualizer {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
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
      // Renders synchronously, so that cards appear in the frame that scrolls to them. During measuring,
      // React forbids a synchronous render.
      if (isNow && !isMeasuring) flushSync(rerender);
      else rerender();
    },
  });
  const [virtualizer, setVirtualizer] = useState(() => core && createVirtualizer(core, optionsIn(core)));
  if (core && virtualizer) virtualizer.setOptions(optionsIn(core));

  const [hasFailed, setFailed] = useState(false);
  const isMissing = !virtualizer;
  const latest = useRef(optionsIn);
  useLayoutEffect(() => {
    latest.current = optionsIn;
  });
  useEffect(() => {
    if (!isMissing) return undefined;
    let isUnmounted = false;
    const load = async () => {
      try {
        core = await import('@tanstack/virtual-core');
        if (!isUnmounted) setVirtualizer(createVirtualizer(core, latest.current(core)));
      } catch {
        if (!isUnmounted) setFailed(true);
      }
    };
    // Waits until the first cards are painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => void load());
    });
    return () => {
      isUnmounted = true;
      cancelAnimationFrame(frame);
    };
  }, [isMissing]);
  // The same steps as in `useWindowVirtualizer` of @tanstack/react-virtual, which would load the code with the page.
  useLayoutEffect(() => virtualizer?._didMount(), [virtualizer]);
  useLayoutEffect(() => {
    virtualizer?._willUpdate();
  });
  return { virtualizer, hasFailed };
}

function createVirtualizer(
  { Virtualizer: VirtualizerClass }: Core,
  options: VirtualizerOptions<Window, Element>,
): WindowVirtualizer {
  const virtualizer = new VirtualizerClass(options);
  const { measureElement } = virtualizer;
  virtualizer.measureElement = (element) => {
    isMeasuring = true;
    try {
      measureElement(element);
    } finally {
      isMeasuring = false;
    }
  };
  return virtualizer;
}
