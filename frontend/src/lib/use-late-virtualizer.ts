import type * as VirtualCore from '@tanstack/virtual-core';
import type { Virtualizer, VirtualizerOptions } from '@tanstack/virtual-core';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

type Core = typeof VirtualCore;
/** Loaded after the first paint. A list that is opened again already has it. */
let core: Core | null = null;
/** True while React passes newly rendered cards to the virtualizer. */
let isMeasuring = false;

/** The virtualizer of a list that scrolls with the window. */
export type WindowVirtualizer = Virtualizer<Window, Element>;
type Options = Pick<VirtualizerOptions<Window, Element>, 'count' | 'estimateSize'> &
  Partial<VirtualizerOptions<Window, Element>>;

type Late = Readonly<{ virtualizer: WindowVirtualizer | null; hasFailed: boolean }>;

/** The virtualizer of a list in the window. Null until its code is loaded, which starts after the first paint. */
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
      // Cards must render in the frame that scrolls to them. React forbids a synchronous render during measuring.
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
    // Waits for the frame after the first cards are painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => void load());
    });
    return () => {
      isGone = true;
      cancelAnimationFrame(frame);
    };
  }, [isMissing]);
  // The same steps as `useWindowVirtualizer` of @tanstack/react-virtual, which would load its code at once.
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
