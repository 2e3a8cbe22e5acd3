import { lastUsed } from './focus-return.ts';
import { lastFocused, withRow } from './last-focused.ts';

/** Where a toast appears, in CSS pixels. On a phone: at `edge`, after the space `taken` by a dialog. On a desktop: at the left, at
 * `deskEdge`. `head` and `foot` are the heights that toasts must leave free for the header and footer of a dialog.
 */
export type ToastPlace = Readonly<{
  edge: Edge;
  taken: number;
  deskEdge: Edge;
  head: number;
  foot: number;
}>;
type Edge = 'top' | 'bottom';
type Box = Readonly<{ left: number; right: number; top: number; bottom: number }>;

/** The assumed height of a toast with several lines on a phone, as a fraction of the window. */
const PHONE_HEIGHT = 0.35;
/** The height that a toast needs on a desktop, and above or below a dialog. */
const DESK_HEIGHT = 136;
const DESK_WIDTH = 450;

export const openDialog = (): Element | undefined =>
  [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1);

/** Places the toast above an open dialog if it fits. Otherwise chooses the edge where the toast covers less of the relevant elements. */
export function toastPlace(): ToastPlace {
  const { innerWidth, innerHeight } = window;
  const dialog = openDialog();
  const box = dialog?.getBoundingClientRect();
  const head = dialog?.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const fitsAbove = (box?.top ?? 0) > DESK_HEIGHT;
  const fitsBelow = innerHeight - (box?.bottom ?? 0) > DESK_HEIGHT;
  const footTop = fitsBelow ? undefined : dialog?.querySelector('footer')?.getBoundingClientRect().top;
  const foot = innerHeight - Math.min(innerHeight, footTop ?? innerHeight);
  const relevant = relevantBoxes(dialog);
  const covers = (width: number, top: number, bottom: number) =>
    relevant.reduce((sum, each) => sum + overlap({ left: 0, right: width, top, bottom }, each), 0);
  const end = innerHeight - foot;
  const reach = innerHeight * PHONE_HEIGHT;
  const isAtBottom =
    !fitsAbove && covers(innerWidth, head, head + reach) > covers(innerWidth, end - reach, end);
  const isDeskTop = covers(DESK_WIDTH, end - DESK_HEIGHT, end) > covers(DESK_WIDTH, head, head + DESK_HEIGHT);
  return {
    ...(isAtBottom ? { edge: 'bottom', taken: foot } : { edge: 'top', taken: fitsAbove ? 0 : head }),
    deskEdge: isDeskTop ? 'top' : 'bottom',
    head,
    foot,
  };
}

/** Returns the boxes of the elements that the toast must not cover: the last used control with its row, and errors on the screen. */
function relevantBoxes(dialog: Element | undefined): readonly Box[] {
  const within = dialog ?? document.body;
  const used = lastUsed();
  const focused = !used || used === document.body ? lastFocused() : withRow(used);
  // Uses the whole frame of another site, which cannot be inspected.
  const frame = dialog?.querySelector('iframe');
  const controls = (frame ? [frame] : focused).filter(
    (one) => one.isConnected && one.matches('iframe, button, a, input, select, textarea, label, [data-row]'),
  );
  return [
    ...controls,
    ...within.querySelectorAll('[aria-invalid=true], [role=alert], [data-keeps-clear]'),
  ].map((element) => element.getBoundingClientRect());
}

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
