/**
 * Lines of a long list, by their place in it (`data-index`; the focus goes to the `data-row` within). Only lines near the window are
 * in the page, and none but the first before the code for scrolling has come: so a focus can be on its way for some frames.
 */

/** About two seconds; a line that has not come by then was removed. */
const FRAMES_MAX = 120;

let onItsWay: Readonly<{ index: number; stop: () => void }> | null = null;

/**
 * Gives the focus to a line, as soon as it is in the page; the newest call wins, and whoever puts the focus elsewhere meanwhile.
 * @param bring scrolls to the line, again for as long as it is missing; nothing for one that is near the window anyway
 * @returns what stops the waiting
 */
export function focusLine(index: number, bring?: () => void): () => void {
  onItsWay?.stop();
  const here = lineAt(index);
  if (here) {
    here.focus({ preventScroll: true });
    return () => undefined;
  }
  const before = document.activeElement;
  let frame = 0;
  const going = {
    index,
    stop: () => {
      cancelAnimationFrame(frame);
      if (onItsWay === going) onItsWay = null;
    },
  };
  const look = (framesLeft: number) => {
    const line = lineAt(index);
    const now = document.activeElement;
    const isElsewhere = now !== before && now !== document.body;
    if (line || isElsewhere || framesLeft === 0) {
      going.stop();
      if (!isElsewhere) line?.focus({ preventScroll: true });
      return;
    }
    bring?.();
    frame = requestAnimationFrame(() => {
      look(framesLeft - 1);
    });
  };
  onItsWay = going;
  look(FRAMES_MAX);
  return going.stop;
}

/** Of the line that has the focus or something in it; null: none. */
export function focusedLine(): number | null {
  const item = document.activeElement?.closest('li[data-index]');
  return item instanceof HTMLElement ? Number(item.dataset['index']) : null;
}

/** Where the next step begins: keys pressed quickly come before the focus of the last one has arrived. */
export const lineToGoFrom = (): number | null => onItsWay?.index ?? focusedLine();

export const lineAt = (index: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-index="${String(index)}"] [data-row]`);
