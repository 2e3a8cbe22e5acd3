/** What media queries say of the window: a desk, or (as jsdom says of itself) nothing. */
export function onDesk(is: boolean): void {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: is && media === '(min-width: 64rem)',
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as MediaQueryList;
}
