/** Focuses lines in a long list by their index (`data-index`). The focus goes to the element `data-row` inside a line. The list renders only
 * lines near the window, and at first only the first lines. So focusing a line may take some frames.
 */

/** The number of frames to wait, about two seconds. A line that is still missing after this time was removed. */
const FRAMES_MAX = 120;

let pendingFocus: Readonly<{ index: number; stop: () => void }> | null = null;

/** Focuses a line as soon as it is rendered. A newer call, or a focus that the user moves elsewhere, cancels the waiting.
 * @param bring scrolls to the line; runs in each frame until the line is rendered. Not needed for a line near the window
 * @returns a function that stops the waiting
 */
export function focusLine(index: number, bring?: () => void): () => void {
  pendingFocus?.stop();
  const renderedLine = lineAt(index);
  if (renderedLine) {
    renderedLine.focus({ preventScroll: true });
    return () => undefined;
  }
  const before = document.activeElement;
  let frame = 0;
  const current = {
    index,
    stop: () => {
      cancelAnimationFrame(frame);
      if (pendingFocus === current) pendingFocus = null;
    },
  };
  const tryFocus = (framesLeft: number) => {
    const line = lineAt(index);
    const now = document.activeElement;
    const isElsewhere = now !== before && now !== document.body;
    if (line || isElsewhere || framesLeft === 0) {
      current.stop();
      if (!isElsewhere) line?.focus({ preventScroll: true });
      return;
    }
    bring?.();
    frame = requestAnimationFrame(() => {
      tryFocus(framesLeft - 1);
    });
  };
  pendingFocus = current;
  tryFocus(FRAMES_MAX);
  return current.stop;
}

/** Returns the index of the line that contains the focus; null: none. */
export function focusedLine(): number | null {
  const item = document.activeElement?.closest('li[data-index]');
  return item instanceof HTMLElement ? Number(item.dataset['index']) : null;
}

/** Returns the index of the line from which the next step starts. During quick key presses, the previous focus may still be pending. */
export const lineToGoFrom = (): number | null => pendingFocus?.index ?? focusedLine();

export const lineAt = (index: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-index="${String(index)}"] [data-row]`);
