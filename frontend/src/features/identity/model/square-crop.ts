type PictureSides = Readonly<{ width: number; height: number }>;

/** `zoom`: 1 means the largest square. `across`, `down`: the position of the square, from 0 (left, top) to 1 (right, bottom). */
export type SquareCrop = Readonly<{ zoom: number; across: number; down: number }>;

export const ZOOM_MAX = 4;
export const MIDDLE: SquareCrop = { zoom: 1, across: 0.5, down: 0.5 };

/** Returns the square in pixels of the picture. */
export function squareOf(
  { width, height }: PictureSides,
  { zoom, across, down }: SquareCrop,
): Readonly<{ left: number; top: number; side: number }> {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * across, top: (height - side) * down, side };
}

/** Returns the crop after a drag. `by`: the distance as a fraction of the side of the square. The picture follows the pointer. */
export function cropAfterDrag(
  sides: PictureSides,
  crop: SquareCrop,
  by: Readonly<{ across: number; down: number }>,
): SquareCrop {
  const { side } = squareOf(sides, crop);
  return {
    ...crop,
    across: movedPosition(crop.across, by.across * side, sides.width - side),
    down: movedPosition(crop.down, by.down * side, sides.height - side),
  };
}

/** Returns the new position. @param free the distance that the square can move */
const movedPosition = (at: number, moved: number, free: number): number =>
  free <= 0 ? at : Math.min(1, Math.max(0, at - moved / free));
