import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import type { MediaRow } from '../store/media-row.ts';
import { extensionOf, type MediaObject } from '../store/media-store.ts';
import { THUMBNAIL_TYPE } from '../store/media-row.ts';
import { forgetVideoMetadata } from './forget-video-metadata.ts';
import { readMp4, type Mp4 } from './mp4.ts';
import type { ReceivedFile } from './received-file.ts';
import { takeImage, type Uploader } from './take-image.ts';
import { notReadable, notSupported, soundOnly } from './upload.errors.ts';

/** The position of the brand: after the length and the type of the first box, `ftyp`. */
const BRAND_AT = 8;
const MP4_BRAND = 'mp42';

/** A file ready to be stored: its row, and the path of its bytes until then. */
export type PreparedFile = Readonly<{
  row: MediaRow;
  parts: readonly Readonly<{ path: string; object: MediaObject }>[];
}>;

/**
 * Detects the type of a file from its bytes, and ignores the client's type and extension.
 * @throws RequestRefused with the file's name
 */
export async function prepareFile(file: ReceivedFile, uploader: Uploader): Promise<PreparedFile> {
  const mimeType = (await fileTypeFromFile(file.path).catch(() => undefined))?.mime ?? '';
  const stored = FILM_TYPES[mimeType];
  if (stored !== undefined) return prepareVideo(file, uploader.userId, mimeType, stored);
  return prepareImage(file, uploader, mimeType);
}

/** Deletes the files that `prepareFile` may have created. */
export const deletePreparedFiles = ({ path }: ReceivedFile): Promise<unknown> =>
  Promise.all(['.image', '.thumb'].map((end) => rm(`${path}${end}`, { force: true })));

/** All these types consist of the same boxes, and are stored as one of two types. Sound files are read only to name their type. */
const FILM_TYPES: Readonly<Record<string, StoredFilm>> = {
  'video/mp4': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/x-m4v': 'video/mp4',
  'video/3gpp': 'video/mp4',
  'video/3gpp2': 'video/mp4',
  'audio/mp4': 'video/mp4',
  'audio/x-m4a': 'video/mp4',
};
type StoredFilm = 'video/mp4' | 'video/quicktime';

/** Whether a video with another type, such as that of a phone or iTunes, can be stored as MP4: H.264 or H.265 with AAC. Older codecs and copy-protected videos cannot. */
const canBeMp4 = ({ codec, sound }: Mp4): boolean =>
  /^(?:avc[1-4]|hvc1|hev1)$/u.test(codec) && (sound === null || sound === 'mp4a');

async function prepareVideo(
  file: ReceivedFile,
  ownerId: string,
  found: string,
  mimeType: StoredFilm,
): Promise<PreparedFile> {
  const { size } = await stat(file.path);
  const video = await checkedFilm(file, size, found !== mimeType);
  const object = { sha256: await digest(file.path), mimeType };
  const row: MediaRow = {
    ...rowOf(file, ownerId, object),
    kind: 'video',
    thumbnail_sha256: null,
    bytes: size,
    stored_bytes: size,
    width: video.width,
    height: video.height,
    duration_seconds: video.durationSeconds,
    codec: video.codec,
  };
  return { row, parts: [{ path: file.path, object }] };
}

/**
 * Checks a video, and removes its metadata.
 * @param renamed the video is stored under another type, so its brand becomes that of an MP4, which platforms recognize
 */
async function checkedFilm(
  { path, originalName }: ReceivedFile,
  size: number,
  renamed: boolean,
): Promise<Mp4> {
  const handle = await open(path, 'r+');
  try {
    const video = await readMp4(handle, size);
    if (video === 'sound') throw soundOnly(originalName);
    if (!video) throw notReadable(originalName);
    if (renamed && !canBeMp4(video)) throw notSupported(originalName);
    if (!(await forgetVideoMetadata(handle, size))) throw notReadable(originalName);
    if (renamed) await handle.write(Buffer.from(MP4_BRAND, 'latin1'), 0, MP4_BRAND.length, BRAND_AT);
    return video;
  } finally {
    await handle.close();
  }
}

async function prepareImage(file: ReceivedFile, uploader: Uploader, found: string): Promise<PreparedFile> {
  if (!found.startsWith('image/')) throw notSupported(file.originalName);
  const image = await takeImage(file, found, uploader);
  const { path, thumbnailPath, mimeType, bytes, width, height, durationSeconds } = image;
  const object = { sha256: await digest(path), mimeType };
  const thumbnail = { sha256: await digest(thumbnailPath), mimeType: THUMBNAIL_TYPE };
  const { size } = await stat(thumbnailPath);
  const row: MediaRow = {
    ...rowOf(file, uploader.userId, object),
    kind: 'image',
    thumbnail_sha256: thumbnail.sha256,
    bytes,
    stored_bytes: bytes + size,
    width,
    height,
    duration_seconds: durationSeconds,
    codec: null,
  };
  return {
    row,
    parts: [
      { path, object },
      { path: thumbnailPath, object: thumbnail },
    ],
  };
}

const rowOf = ({ originalName }: ReceivedFile, ownerId: string, { sha256, mimeType }: MediaObject) => ({
  name: `${randomBytes(16).toString('base64url')}.${extensionOf(mimeType)}`,
  owner_id: ownerId,
  sha256,
  mime_type: mimeType,
  original_name: originalName,
});

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
