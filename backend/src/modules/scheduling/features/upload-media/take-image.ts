import { stat } from 'node:fs/promises';
import { MEDIA } from '@posthorn/contracts/scheduling/media.http';
import { POST } from '@posthorn/contracts/scheduling/posts.http';
import sharp, { type Sharp } from 'sharp';
import { fileTooLarge, notReadable, notSupported, tooManyPixels } from './upload-refusals.ts';
import type { ReceivedFile } from './received-file.ts';

sharp.concurrency(1);
sharp.cache(false);

const THUMBNAIL_PIXELS = 480;
const SECONDS = 60;
const FORMATS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  'image/jpeg': (image) => image.jpeg({ quality: 90 }),
  'image/png': (image) => image.png(),
  'image/webp': (image) => image.webp({ quality: 90 }),
};

export type TakenImage = Readonly<{
  path: string;
  thumbnailPath: string;
  bytes: number;
  width: number;
  height: number;
}>;

/**
 * Draws the picture anew, upright, in its own format and without a word of metadata: whatever else was in the file is
 * not in ours. Writes `{path}.image` and `{path}.thumb`.
 * @throws RequestRefused with the file's name
 */
export async function takeImage({ path, originalName }: ReceivedFile, mimeType: string): Promise<TakenImage> {
  const format = FORMATS[mimeType];
  if (!format) throw notSupported(originalName);
  const {
    width,
    height,
    format: found,
  } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw notReadable(originalName);
    });
  if (`image/${found}` !== mimeType) throw notSupported(originalName);
  if (width * height > MEDIA.imagePixelsMax) throw tooManyPixels(originalName);
  try {
    const image = `${path}.image`;
    const thumbnailPath = `${path}.thumb`;
    const drawn = await format(open(path)).timeout({ seconds: SECONDS }).toFile(image);
    await sharp(image)
      .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .timeout({ seconds: SECONDS })
      .toFile(thumbnailPath);
    const { size } = await stat(image);
    if (size > POST.fileBytesMax) throw fileTooLarge(originalName);
    return { path: image, thumbnailPath, bytes: size, width: drawn.width, height: drawn.height };
  } catch (error) {
    // libvips has no codes: any complaint of it is about the picture, unless the disk is to blame.
    if (error instanceof Error && error.message.includes('ENOSPC')) throw error;
    if (error instanceof Error && 'getStatus' in error) throw error;
    throw notReadable(originalName);
  }
}

const open = (path: string): Sharp =>
  sharp(path, { limitInputPixels: MEDIA.imagePixelsMax, failOn: 'error', sequentialRead: true }).autoOrient();
