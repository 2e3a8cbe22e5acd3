type ShownLine = Readonly<{ index: number; start: number | null }>;
type List = Readonly<{
  count: number;
  /** All sizes are in pixels. `top`: the offset of the list in the page. */
  sizeOf: (index: number) => number;
  gap: number;
  top: number;
}>;

/**
 * Returns the lines for the first paint: all (`areAll`), or only the visible lines, for slow phones.
 * `minHeight` reserves space for the others.
 */
export function firstLines({ count, sizeOf, gap, top }: List, areAll: boolean) {
  const lines: ShownLine[] = [];
  let end = top;
  for (let index = 0; index < count; index += 1) {
    if (areAll || end < window.innerHeight) lines.push({ index, start: null });
    end += sizeOf(index) + gap;
  }
  return { lines, minHeight: lines.length < count ? end - gap - top : undefined };
}
