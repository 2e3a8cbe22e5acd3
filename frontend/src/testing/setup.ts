import { webcrypto } from 'node:crypto';
import './computed-style.ts';

/** Browser features that the components need and jsdom lacks. */
class SilentResizeObserver implements ResizeObserver {
  observe(): void {
    // jsdom has no layout, so sizes never change.
  }
  unobserve(): void {
    // No layout, as above.
  }
  disconnect(): void {
    // No layout, as above.
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
// axe asks for a canvas, which jsdom does not have.
HTMLCanvasElement.prototype.getContext = () => null;
if (!('subtle' in crypto)) Object.defineProperty(globalThis, 'crypto', { value: webcrypto });
URL.createObjectURL = () => 'blob:posthorn/file';
URL.revokeObjectURL = () => undefined;
