import { webcrypto } from 'node:crypto';
import React from 'react';
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

// React records a stack for each element until this count is reached. Specs read no stacks, and recording takes a tenth of a screen's time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Readonly<Record<string, object>>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => 10_000,
  set: () => undefined,
});

globalThis.ResizeObserver = SilentResizeObserver;
window.ResizeObserver = SilentResizeObserver;
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
