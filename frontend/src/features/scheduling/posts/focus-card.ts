/**
 * Gives the focus to a card, by its place in the list. Only cards near the window are in the page, and where the window is may be
 * known a frame or more later. Answers what stops the waiting.
 */
export function focusCard(index: number): () => void {
  let frame = 0;
  const look = (framesLeft: number) => {
    const card = document.querySelector<HTMLElement>(`[data-index="${String(index)}"] article`);
    if (card) card.focus({ preventScroll: true });
    else if (framesLeft > 0)
      frame = requestAnimationFrame(() => {
        look(framesLeft - 1);
      });
  };
  look(60);
  return () => {
    cancelAnimationFrame(frame);
  };
}
