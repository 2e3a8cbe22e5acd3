/** Sets the window's width for media queries in rem, such as `(min-width: 64rem)` or `(width < 64rem)`. jsdom has no width of its own. */
export function windowIs(pixels: number): void {
  window.matchMedia = (media) => {
    const [, least] = /^\(min-width: (\d+)rem\)$/u.exec(media) ?? [];
    const [, below] = /^\(width < (\d+)rem\)$/u.exec(media) ?? [];
    return Object.assign(new EventTarget(), {
      media,
      matches:
        (least !== undefined && pixels >= Number(least) * 16) ||
        (below !== undefined && pixels < Number(below) * 16),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as MediaQueryList;
  };
}

/** Sets the width of a desktop (true) or a phone (false). */
export function onDesk(is: boolean): void {
  windowIs(is ? 1280 : 360);
}
