import { pullFile } from '../../http/pulled-file.ts';
import type { BlobStore } from '../../state/blob-store.ts';
import { graphRefusal } from '../meta/graph-refusal.ts';
import type { StoredFile } from './instagram-store.ts';

const IMAGE_MAX = 8 * 1024 * 1024;
const VIDEO_MAX = 300 * 1024 * 1024;
const RECEIVED_MAX = 400 * 1024 * 1024;
const RATIO = { min: 0.8 * 0.99, max: 1.91 * 1.01 };

/** Fetches an image and applies Instagram's limits. @throws Refusal */
export async function fetchImage(address: string, alt: string, blobs: BlobStore): Promise<StoredFile> {
  const pulled = await pullFile(address, blobs, RECEIVED_MAX);
  if (!pulled) throw unreachable(address);
  const { sha256, bytes, type } = pulled.file;
  if (type !== 'image/jpeg')
    throw graphRefusal(36001, 'The image format is not supported.', {
      subcode: 2207005,
      forUser: 'The image is not supported. Only JPEG can be published.',
    });
  if (bytes > IMAGE_MAX) throw graphRefusal(36000, 'The image size is too large.', { subcode: 2207004 });
  const ratio = await ratioOf(blobs, sha256);
  if (ratio < RATIO.min || ratio > RATIO.max)
    throw graphRefusal(36003, 'The submitted image with aspect ratio cannot be published.', {
      subcode: 2207009,
      forUser: 'The image must have a shape between 4:5 and 1.91:1.',
    });
  return { sha256, bytes, type, alt };
}

/** Fetches a video; an unusable video fails its container later. Null: the file is not a video. @throws Refusal */
export async function fetchVideo(address: string, blobs: BlobStore): Promise<StoredFile | null> {
  const pulled = await pullFile(address, blobs, RECEIVED_MAX);
  if (!pulled) throw unreachable(address);
  const { sha256, bytes, type } = pulled.file;
  const isVideo = type === 'video/mp4' || type === 'video/quicktime';
  return isVideo && bytes <= VIDEO_MAX ? { sha256, bytes, type, alt: '' } : null;
}

const unreachable = (address: string) =>
  graphRefusal(9004, 'Only photo or video can be accepted as media type.', {
    subcode: 2207052,
    forUser: `The media could not be fetched from this URI: ${address}`,
  });

async function ratioOf(blobs: BlobStore, sha256: string): Promise<number> {
  const file = blobs.read(sha256);
  const parts: Buffer[] = [];
  if (file) for await (const part of file.stream()) parts.push(part as Buffer);
  const { default: sharp } = await import('sharp');
  try {
    const { width, height } = await sharp(Buffer.concat(parts)).metadata();
    return width / height;
  } catch {
    throw graphRefusal(36001, 'The image format is not supported.', { subcode: 2207005 });
  }
}
