import { webcrypto } from 'node:crypto';
import './computed-style.ts';

/** What jsdom lacks and the components ask of a browser. */
class SilentResizeObserver implements ResizeObserver {
  observe(): void {
    // jsdom lays nothing out, so no size ever changes.
  }
  unobserve(): void {
    // As above.
  }
  disconnect(): void {
    // As above.
  }
}

globalThis.ResizeObserver = SilentResizeObserver;
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.releasePointerCapture = () => undefined;
// axe asks for a canvas; it is told that there is none.
HTMLCanvasElement.prototype.getContext = () => null;
if (!('subtle' in crypto)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
URL.createObjectURL = () => 'blob:posthorn/file';
URL.revokeObjectURL = () => undefined;
