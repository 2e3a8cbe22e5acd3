/**
 * On a phone: the edge that a toast keeps to, and how much of it is taken already. On a desk it keeps to the foot, of which an
 * open dialog takes `foot`. In CSS pixels.
 */
export type ToastPlace = Readonly<{ edge: 'top' | 'foot'; taken: number; foot: number }>;

/** As far as a toast of some lines reaches, as a part of the window. */
const REACH = 0.35;

/** Below the head of an open dialog, where its way out is, or above its foot: away from the control that was used last. */
export function toastPlace(): ToastPlace {
  const dialog = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1);
  const head = dialog?.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const footTop = dialog?.querySelector('footer')?.getBoundingClientRect().top ?? window.innerHeight;
  const foot = Math.max(0, window.innerHeight - footTop);
  const control = document.activeElement;
  if (control?.matches('button, a, input, select, textarea')) {
    // A box, a radio or a choice of files is as large as the label around it.
    const { top, bottom } = (control.closest('label') ?? control).getBoundingClientRect();
    if (bottom > head && top < head + window.innerHeight * REACH) return { edge: 'foot', taken: foot, foot };
  }
  return { edge: 'top', taken: head, foot };
}
