type ShownLine = Readonly<{ index: number; start: number | null }>;
type List = Readonly<{
  count: number;
  /** All in pixels; `top`: where the list begins. */
  sizeOf: (index: number) => number;
  gap: number;
  top: number;
}>;

/** A slow phone first paints what is in sight, and nothing else: these lines as they come, with room below for the others. */
export function firstLines({ count, sizeOf, gap, top }: List, areAll: boolean) {
  const lines: ShownLine[] = [];
  let end = top;
  for (let index = 0; index < count; index += 1) {
    if (areAll || end < window.innerHeight) lines.push({ index, start: null });
    end += sizeOf(index) + gap;
  }
  return { lines, minHeight: lines.length < count ? end - gap - top : undefined };
}
