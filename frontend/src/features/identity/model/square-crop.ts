type PictureSides = Readonly<{ width: number; height: number }>;

/** `zoom`: 1 shows the largest square. `across`, `down`: its place from 0 (left, top) to 1 (right, bottom). */
export type SquareCrop = Readonly<{ zoom: number; across: number; down: number }>;

export const ZOOM_MAX = 4;
export const MIDDLE: SquareCrop = { zoom: 1, across: 0.5, down: 0.5 };

/** The square in pixels of the picture. */
export function squareOf(
  { width, height }: PictureSides,
  { zoom, across, down }: SquareCrop,
): Readonly<{ left: number; top: number; side: number }> {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * across, top: (height - side) * down, side };
}

/** The crop after the picture was dragged by a part of the square's side. The picture follows the pointer. */
export function dragged(
  sides: PictureSides,
  crop: SquareCrop,
  by: Readonly<{ across: number; down: number }>,
): SquareCrop {
  const { side } = squareOf(sides, crop);
  return {
    ...crop,
    across: placed(crop.across, by.across * side, sides.width - side),
    down: placed(crop.down, by.down * side, sides.height - side),
  };
}

/** @param free how far the square can move */
const placed = (at: number, moved: number, free: number): number =>
  free <= 0 ? at : Math.min(1, Math.max(0, at - moved / free));
