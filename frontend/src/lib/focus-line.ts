/**
 * Focus of lines in a long list, by their index (`data-index`; the focus goes to the `data-row` inside). Only lines near the window are
 * rendered. Before the code for scrolling is loaded, only the first lines are. So a focus may take some frames.
 */

/** About two seconds. A line that is still missing then was removed. */
const FRAMES_MAX = 120;

let onItsWay: Readonly<{ index: number; stop: () => void }> | null = null;

/**
 * Focuses a line as soon as it is rendered. A newer call replaces this one, and so does a focus that the user moves elsewhere.
 * @param bring scrolls to the line, again while it is missing; not needed for a line near the window
 * @returns a function that stops the waiting
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

/** The index of the line that contains the focus; null: none. */
export function focusedLine(): number | null {
  const item = document.activeElement?.closest('li[data-index]');
  return item instanceof HTMLElement ? Number(item.dataset['index']) : null;
}

/** The line from which the next step starts. With quick key presses, the previous focus may still be pending. */
export const lineToGoFrom = (): number | null => onItsWay?.index ?? focusedLine();

export const lineAt = (index: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-index="${String(index)}"] [data-row]`);
