import { squareOf, type SquareCrop } from './square-crop.ts';

/** The maximum side in pixels: twice the largest size that the server stores. */
const SIDE_MAX = 1024;
const JPEG_QUALITY = 0.92;

/** Draws the chosen square on the whole canvas. Transparent parts become white. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: SquareCrop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = squareOf(picture, crop);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** Returns the chosen square as a file; null: the browser cannot encode it. */
export function squareFile(picture: ImageBitmap, crop: SquareCrop): Promise<File | null> {
  const canvas = document.createElement('canvas');
  const side = Math.max(1, Math.min(SIDE_MAX, Math.round(squareOf(picture, crop).side)));
  canvas.width = side;
  canvas.height = side;
  drawSquare(canvas, picture, crop);
  return new Promise((resolve) => {
    canvas.toBlob(
      (blob) => {
        resolve(blob && new File([blob], 'photo.jpg', { type: blob.type }));
      },
      'image/jpeg',
      JPEG_QUALITY,
    );
  });
}
