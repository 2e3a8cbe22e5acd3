import { lastUsed } from './focus-return.ts';

/**
 * Where a toast appears. On a phone: the edge, and how much of it is taken. On a desktop: the edge at the left. An open dialog takes `head`
 * and `foot` there. In CSS pixels.
 */
export type ToastPlace = Readonly<{
  edge: Edge;
  taken: number;
  deskEdge: Edge;
  head: number;
  foot: number;
}>;
type Edge = 'top' | 'foot';
type Box = Readonly<{ left: number; right: number; top: number; bottom: number }>;

/** The height of a toast with some lines on a phone, as a fraction of the window. */
const REACH = 0.35;
/** The room that a toast needs on a desktop, and beside a dialog. */
const ROOM = 136;
const DESK_WIDTH = 450;

/** Above an open dialog with room there. Otherwise at the edge where it covers least of what it is about. A dialog's head and foot stay free. */
export function toastPlace(): ToastPlace {
  const { innerWidth, innerHeight } = window;
  const dialog = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1);
  const box = dialog?.getBoundingClientRect();
  const head = dialog?.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const isAbove = (box?.top ?? 0) > ROOM;
  const isBelow = innerHeight - (box?.bottom ?? 0) > ROOM;
  const footTop = isBelow ? undefined : dialog?.querySelector('footer')?.getBoundingClientRect().top;
  const foot = innerHeight - Math.min(innerHeight, footTop ?? innerHeight);
  const about = subjects(dialog);
  const covers = (width: number, top: number, bottom: number) =>
    about.reduce((sum, each) => sum + overlap({ left: 0, right: width, top, bottom }, each), 0);
  const end = innerHeight - foot;
  const reach = innerHeight * REACH;
  const isAtFoot = !isAbove && covers(innerWidth, head, head + reach) > covers(innerWidth, end - reach, end);
  const isDeskTop = covers(DESK_WIDTH, end - ROOM, end) > covers(DESK_WIDTH, head, head + ROOM);
  return {
    ...(isAtFoot ? { edge: 'foot', taken: foot } : { edge: 'top', taken: isAbove ? 0 : head }),
    deskEdge: isDeskTop ? 'top' : 'foot',
    head,
    foot,
  };
}

/** What the toast is about: the control that was used last or its row, and errors on the screen. */
function subjects(dialog: Element | undefined): readonly Box[] {
  const within = dialog ?? document.body;
  const frame = dialog?.querySelector('iframe');
  const used = lastUsed();
  // A checkbox, radio or file input is as large as its label. Another site's frame cannot be inspected, so it counts as a whole.
  const control = frame ?? used?.closest('label, [data-row]') ?? used;
  const isPart = control?.matches('iframe, button, a, input, select, textarea, label, [data-row]');
  return [
    ...(control && isPart ? [control] : []),
    ...within.querySelectorAll('[aria-invalid=true], [role=alert], [data-keeps-clear]'),
  ].map((element) => element.getBoundingClientRect());
}

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
