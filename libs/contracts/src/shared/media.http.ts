import type { Call } from './call.ts';
import { MEDIA_QUOTA } from './media-usage.http.ts';

export const MEDIA = {
  /**
   * Detected from the bytes; the file name and the client's type are ignored. A still GIF is stored as PNG, an animated WebP as GIF.
   * A video of H.264 or H.265 with AAC is stored as MP4, even if its file contains another brand.
   */
  types: [
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/gif',
    'video/mp4',
    'video/quicktime',
    'video/x-m4v',
    'video/3gpp',
    'video/3gpp2',
  ],
  /** `accept` of every file picker. */
  accept: '.jpeg,.jpg,.jfif,.png,.webp,.gif,.mp4,.mov,.m4v,.3gp,.3g2',
  /** Files in one upload. */
  filesMax: 10,
  fileBytesMax: 50 * 1024 * 1024,
  /** Limits for one user. A plan may allow more bytes. */
  quotaBytes: MEDIA_QUOTA.free,
  quotaFiles: 1000,
  /** The pixels of all frames of an animation together. */
  imagePixelsMax: 40_000_000,
  altTextMax: 1500,
} as const;

export const MEDIA_TEXT = {
  tooManyTitle: 'Too Many Files',
  tooMany: 'You can upload a maximum of 10 files per post.',
  tooLargeTitle: 'File Too Large',
  tooLarge: (file: string) => `File "${file}" is larger than 50MB. Please select smaller files.`,
  notSupported: (file: string) => `File "${file}" is not a supported file. Use JPG, PNG, GIF, MP4 or MOV.`,
  soundOnly: (file: string) => `File "${file}" has sound and no picture. Please use a video or an image.`,
  notFetched: (host: string) => `We could not fetch the file from ${host}. Please check its address.`,
  addressNotAllowed: 'This address cannot be used. Please use a public https address.',
  notReadable: (file: string) => `File "${file}" cannot be read. It may be damaged.`,
  tooComplex: (file: string) =>
    `File "${file}" takes too long to read. Please open it in a picture editor, save it again and upload the new file.`,
  pixelsMax: (file: string) =>
    `File "${file}" has too many pixels. Please use an image of up to 40 megapixels.`,
  quota: 'Your storage is full. Delete posts with media to make room.',
  keyReused: 'This Idempotency-Key was already used for other files.',
  none: 'Please select at least one file.',
  altTextMax: 'Alt text must be under 1500 characters',
  uploadsBusy: 'Too many of your uploads are in progress. Please wait a moment and try again.',
  drawingBusy: 'Many pictures are waiting right now. Please try again in a minute.',
  nameNotReadable: 'The name of a file is too long or has control characters. Please rename the file.',
  failed: 'Failed to upload files. Please try again.',
} as const;

export type MediaFileView = Readonly<{
  mediaUrl: string;
  mediaType: 'image' | 'video';
  mimeType: string;
  /** Bytes of the stored file. */
  mediaSize: number;
  originalName: string;
  order: number;
  /** A small still JPEG or WebP for lists; null for videos (the browser shows the frame at 2 s). */
  thumbnailUrl: string | null;
  width: number | null;
  height: number | null;
  /** For videos whose file states it, and for one loop of GIF animations. */
  durationSeconds: number | null;
  altText: string | null;
}>;
export type UploadReply = Readonly<{ files: readonly MediaFileView[] }>;

/** multipart/form-data, repeated field `media`. */
export const uploadMedia: Call<MultipartBody, UploadReply> = { method: 'POST', path: '/api/upload-multiple' };

/** Stands for the browser's FormData, a type that contracts cannot use. */
type MultipartBody = unknown;
