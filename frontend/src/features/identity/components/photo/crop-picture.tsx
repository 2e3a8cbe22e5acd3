import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { PHOTO_TEXT as TEXT } from '../../messages/photo.en.ts';
import { drawSquare } from '../../model/draw-square.ts';
import { cropAfterDrag, type SquareCrop } from '../../model/square-crop.ts';

/** The side of the canvas, in its pixels. */
const SIDE = 512;

type CropPictureProps = Readonly<{
  picture: ImageBitmap;
  crop: SquareCrop;
  onChange: (crop: SquareCrop) => void;
}>;

/** Shows the chosen square as the round picture that visitors see. The user moves the square by dragging the picture. */
export function CropPicture({ picture, crop, onChange }: CropPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [dragStart, setDragStart] = useState<Readonly<{ x: number; y: number; crop: SquareCrop }> | null>(
    null,
  );
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, crop);
  }, [picture, crop]);
  const move = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    if (!dragStart) return;
    const { width } = currentTarget.getBoundingClientRect();
    const by = { across: (clientX - dragStart.x) / width, down: (clientY - dragStart.y) / width };
    onChange(cropAfterDrag(picture, dragStart.crop, by));
  };
  const release = () => {
    setDragStart(null);
  };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={TEXT.picture}
      width={SIDE}
      height={SIDE}
      className="mx-auto block aspect-square w-full max-w-64 cursor-grab touch-none rounded-full border active:cursor-grabbing"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragStart({ x: event.clientX, y: event.clientY, crop });
      }}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    />
  );
}
