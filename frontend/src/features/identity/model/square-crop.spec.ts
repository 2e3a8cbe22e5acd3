import { expect, it } from '@jest/globals';
import { cropAfterDrag, MIDDLE, squareOf } from './square-crop.ts';

const SIDES = { width: 900, height: 300 };

it.each([
  [MIDDLE, { left: 300, top: 0, side: 300 }],
  [
    { zoom: 1, across: 0, down: 1 },
    { left: 0, top: 0, side: 300 },
  ],
  [
    { zoom: 3, across: 1, down: 1 },
    { left: 800, top: 200, side: 100 },
  ],
])('converts the crop %j to a square inside the picture', (crop, square) => {
  expect(squareOf(SIDES, crop)).toEqual(square);
});
it('moves the picture with the pointer, and stops at the edge', () => {
  expect(cropAfterDrag(SIDES, MIDDLE, { across: 0.5, down: 0.5 })).toEqual({
    zoom: 1,
    across: 0.25,
    down: 0.5,
  });
  expect(cropAfterDrag(SIDES, MIDDLE, { across: -9, down: 0 })).toEqual({ zoom: 1, across: 1, down: 0.5 });
  expect(cropAfterDrag(SIDES, { ...MIDDLE, zoom: 2 }, { across: 0, down: 0.5 })).toEqual({
    zoom: 2,
    across: 0.5,
    down: 0,
  });
});
