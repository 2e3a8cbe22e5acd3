/** Marks a control at which something has to be done before the post can be sent. */
export const problemMark = (is: boolean) => (is ? { 'data-problem': '' } : {});

const MARKED = '[data-problem]';

/** Leads to the marked control that follows `last`, and from the end back to the first; a closed section is opened for it. */
export function goToNextProblem(
  form: HTMLElement,
  last: HTMLElement | null,
  onArrival: (at: HTMLElement) => void,
): void {
  const marked = [...form.querySelectorAll<HTMLElement>(MARKED)];
  const next = marked[(last ? marked.indexOf(last) : -1) + 1] ?? marked[0];
  if (!next) return;
  if (next.getAttribute('aria-expanded') !== 'false') {
    arriveAt(next, onArrival);
    return;
  }
  next.click();
  // What was opened is there with the next frame.
  requestAnimationFrame(() => {
    arriveAt(next.closest('fieldset')?.querySelector<HTMLElement>(MARKED) ?? next, onArrival);
  });
}

function arriveAt(control: HTMLElement, onArrival: (at: HTMLElement) => void): void {
  control.focus({ preventScroll: true });
  // A control may be there for readers only, inside the label that is seen.
  (control.closest('label') ?? control).scrollIntoView({ block: 'center' });
  onArrival(control);
}
