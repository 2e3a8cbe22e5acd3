/** How wide the window is for media queries that ask for a width in rem, as in `(min-width: 64rem)`; jsdom knows no width. */
export function windowIs(pixels: number): void {
  window.matchMedia = (media) => {
    const [, least] = /^\(min-width: (\d+)rem\)$/u.exec(media) ?? [];
    return Object.assign(new EventTarget(), {
      media,
      matches: least !== undefined && pixels >= Number(least) * 16,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as MediaQueryList;
  };
}

/** A desk, or a phone. */
export function onDesk(is: boolean): void {
  windowIs(is ? 1280 : 360);
}
