type ShownLine = Readonly<{ index: number; start: number | null }>;
type List = Readonly<{
  count: number;
  /** Sizes are in pixels; `top`: the offset of the list in the page. */
  sizeOf: (index: number) => number;
  gap: number;
  top: number;
}>;

/** The lines for a first paint: only the visible ones, which helps slow phones, or all. `minHeight` (pixels) leaves room for the others. */
export function firstLines({ count, sizeOf, gap, top }: List, areAll: boolean) {
  const lines: ShownLine[] = [];
  let end = top;
  for (let index = 0; index < count; index += 1) {
    if (areAll || end < window.innerHeight) lines.push({ index, start: null });
    end += sizeOf(index) + gap;
  }
  return { lines, minHeight: lines.length < count ? end - gap - top : undefined };
}
