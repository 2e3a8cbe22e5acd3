import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromFile } from 'file-type';
import type { MediaRow } from '../store/media-row.ts';
import { extensionOf, type MediaObject } from '../store/media-store.ts';
import { THUMBNAIL_TYPE } from '../store/media-row.ts';
import { forgetVideoMetadata } from './forget-video-metadata.ts';
import { readMp4, type Mp4 } from './mp4.ts';
import type { ReceivedFile } from './received-file.ts';
import { takeImage, type Uploader } from './take-image.ts';
import { notReadable, notSupported } from './upload.errors.ts';

/** Ready to be stored: the row, and where its bytes lie until then. */
export type PreparedFile = Readonly<{
  row: MediaRow;
  parts: readonly Readonly<{ path: string; object: MediaObject }>[];
}>;

/**
 * Judges a file by its bytes; the client's type and extension are never believed.
 * @throws RequestRefused with the file's name
 */
export async function prepareFile(file: ReceivedFile, uploader: Uploader): Promise<PreparedFile> {
  const mimeType = (await fileTypeFromFile(file.path).catch(() => undefined))?.mime ?? '';
  if (isFilm(mimeType)) return prepareVideo(file, uploader.userId, mimeType);
  return prepareImage(file, uploader, mimeType);
}

/** What `prepareFile` may have made beside a file. */
export const leftovers = ({ path }: ReceivedFile): Promise<unknown> =>
  Promise.all(['.image', '.thumb'].map((end) => rm(`${path}${end}`, { force: true })));

/** Both are made of the same boxes. */
const isFilm = (mimeType: string): boolean => mimeType === 'video/mp4' || mimeType === 'video/quicktime';

async function prepareVideo(file: ReceivedFile, ownerId: string, mimeType: string): Promise<PreparedFile> {
  const { size } = await stat(file.path);
  const handle = await open(file.path, 'r+');
  const video = await judged(handle, size).finally(() => handle.close());
  if (!video) throw notReadable(file.originalName);
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

/** As pictures are drawn anew, a film forgets what it tells beside itself. */
async function judged(handle: FileHandle, size: number): Promise<Mp4 | null> {
  const video = await readMp4(handle, size);
  return video && (await forgetVideoMetadata(handle, size)) ? video : null;
}

async function prepareImage(file: ReceivedFile, uploader: Uploader, found: string): Promise<PreparedFile> {
  if (!found.startsWith('image/')) throw notSupported(file.originalName);
  const taken = await takeImage(file, found, uploader);
  const { path, thumbnailPath, mimeType, bytes, width, height, durationSeconds } = taken;
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
