/**
 * On a phone: the edge that a toast keeps to, and how much of it is taken already. On a desk it keeps to the foot, of which an
 * open dialog takes `foot`. In CSS pixels.
 */
export type ToastPlace = Readonly<{ edge: 'top' | 'foot'; taken: number; foot: number }>;

/** As far as a toast of some lines reaches, as a part of the window. */
const REACH = 0.35;
/** A toast needs so much room beside a dialog: above one on a phone, below one on a desk. */
const ROOM = 136;

/** Above an open dialog that leaves room there, else below its head, where its way out is, or above its foot: away from the control that was used last. */
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

/** What was used last: all of a form that is another site's, whose fields nobody sees from here. */
function controlIn(dialog: Element | undefined): Element | null {
  const frame = dialog?.querySelector('iframe');
  if (frame) return frame;
  const control = document.activeElement;
  // A box, a radio or a choice of files is as large as the label around it.
  return control?.matches('button, a, input, select, textarea')
    ? (control.closest('label') ?? control)
    : null;
}
