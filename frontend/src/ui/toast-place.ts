/**
 * On a phone: the edge where a toast appears, and how much of it is taken. On a desktop a toast is at the bottom, where an open dialog
 * takes `foot`. In CSS pixels.
 */
export type ToastPlace = Readonly<{ edge: 'top' | 'foot'; taken: number; foot: number }>;

/** The height of a toast with some lines, as a fraction of the window. */
const REACH = 0.35;
/** The room that a toast needs beside a dialog: above one on a phone, below one on a desktop. */
const ROOM = 136;

/** Above an open dialog with room there. Otherwise inside the dialog, below its head or above its foot, away from the control that was used last. */
export function toastPlace(): ToastPlace {
  const dialog = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1);
  const head = dialog?.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const isAbove = (dialog?.getBoundingClientRect().top ?? 0) > ROOM;
  const isBelow = window.innerHeight - (dialog?.getBoundingClientRect().bottom ?? 0) > ROOM;
  const footTop = isBelow ? undefined : dialog?.querySelector('footer')?.getBoundingClientRect().top;
  const foot = Math.max(0, window.innerHeight - (footTop ?? window.innerHeight));
  if (isAbove) return { edge: 'top', taken: 0, foot };
  const used = controlIn(dialog)?.getBoundingClientRect();
  return used && used.bottom > head && used.top < head + window.innerHeight * REACH
    ? { edge: 'foot', taken: foot, foot }
    : { edge: 'top', taken: head, foot };
}

/** The control that was used last. For another site's form this is the whole frame, because its fields cannot be inspected. */
function controlIn(dialog: Element | undefined): Element | null {
  const frame = dialog?.querySelector('iframe');
  if (frame) return frame;
  const control = document.activeElement;
  // A checkbox, radio or file input is as large as its label.
  return control?.matches('button, a, input, select, textarea')
    ? (control.closest('label') ?? control)
    : null;
}
