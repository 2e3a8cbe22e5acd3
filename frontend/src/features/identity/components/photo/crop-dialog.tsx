import { useEffect, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter, DialogForm } from '#ui/dialog.tsx';
import { FieldError } from '#ui/field-error.tsx';
import { PHOTO_TEXT as TEXT } from '../../messages/photo.en.ts';
import { squareFile } from '../../model/draw-square.ts';
import { MIDDLE, ZOOM_MAX, type SquareCrop } from '../../model/square-crop.ts';
import { CropPicture } from './crop-picture.tsx';

type CropDialogProps = Readonly<{ file: File; onSave: (photo: File) => void; onClose: () => void }>;

/** Lets the user choose a square of a picture, by dragging or with sliders. */
export function CropDialog({ file, onSave, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(MIDDLE);
  const [isBroken, setBroken] = useState(false);
  const picture = usePicture(file, setBroken);
  const save = async () => {
    if (!picture) return;
    const photo = await squareFile(picture, crop);
    if (!photo) {
      setBroken(true);
      return;
    }
    onSave(photo);
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={TEXT.crop} description={TEXT.cropHint} className="top-auto">
      <DialogForm
        isSaving={false}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DialogBody className="space-y-3">
          {picture && <CropPicture picture={picture} crop={crop} onChange={setCrop} />}
          {picture && <CropSliders crop={crop} onChange={setCrop} />}
          <FieldError id="crop-error" message={isBroken ? TEXT.unreadable : undefined} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{TEXT.cancel}</Button>
          <Button type="submit" variant="primary" disabled={!picture}>
            {TEXT.save}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}

/** Decodes the picture and rotates it upright; null: the picture is loading or unreadable. */
function usePicture(file: File, onBroken: (isBroken: boolean) => void): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    let isMounted = true;
    void createImageBitmap(file, { imageOrientation: 'from-image' }).then(
      (bitmap) => {
        if (isMounted) setPicture(bitmap);
        else bitmap.close();
      },
      () => {
        if (isMounted) onBroken(true);
      },
    );
    return () => {
      isMounted = false;
    };
  }, [file, onBroken]);
  return picture;
}

const percent = (fraction: number): string => TEXT.at(Math.round(fraction * 100));
const SLIDERS = [
  { name: 'zoom', min: 1, max: ZOOM_MAX, words: (times: number) => TEXT.zoomed(times.toFixed(1)) },
  { name: 'across', min: 0, max: 1, words: percent },
  { name: 'down', min: 0, max: 1, words: percent },
] as const;

type CropSlidersProps = Readonly<{ crop: SquareCrop; onChange: (crop: SquareCrop) => void }>;

function CropSliders({ crop, onChange }: CropSlidersProps) {
  const id = useId();
  return SLIDERS.map(({ name, min, max, words }) => (
    <div key={name} className="grid grid-cols-[minmax(6rem,auto)_1fr] items-center gap-x-3">
      <label htmlFor={`${id}${name}`} className="text-sm font-medium">
        {TEXT[name]}
      </label>
      <input
        id={`${id}${name}`}
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={crop[name]}
        aria-valuetext={words(crop[name])}
        className="h-11 w-full accent-primary"
        onChange={({ currentTarget }) => {
          onChange({ ...crop, [name]: Number(currentTarget.value) });
        }}
      />
    </div>
  ));
}
