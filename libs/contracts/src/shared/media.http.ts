import type { Call } from './call.ts';

export const MEDIA = {
  types: ['image/jpeg', 'image/png', 'video/mp4', 'image/webp'],
  /** Of one upload. */
  filesMax: 10,
  fileBytesMax: 50 * 1024 * 1024,
  quotaBytes: 5 * 1024 ** 3,
  quotaFiles: 1000,
  imagePixelsMax: 40_000_000,
  altTextMax: 1500,
} as const;

export const MEDIA_TEXT = {
  tooManyTitle: 'Too Many Files',
  tooMany: 'You can upload a maximum of 10 files per post.',
  tooLargeTitle: 'File Too Large',
  tooLarge: (file: string) => `File "${file}" is larger than 50MB. Please select smaller files.`,
  notSupported: (file: string) => `File "${file}" is not a supported file. Use JPG, PNG or MP4.`,
  notReadable: (file: string) => `File "${file}" cannot be read. It may be damaged.`,
  pixelsMax: (file: string) =>
    `File "${file}" has too many pixels. Please use an image of up to 40 megapixels.`,
  quota: 'Your storage is full. Delete posts with media to make room.',
  none: 'Please select at least one file.',
  altTextMax: 'Descriptions must be under 1500 characters',
  uploadsBusy: 'Too many of your uploads are under way. Please wait a moment and try again.',
  drawingBusy: 'Many pictures are waiting right now. Please try again in a minute.',
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
  /** Small JPEG or WebP for lists; null for videos (the browser draws the frame at 2 s). */
  thumbnailUrl: string | null;
  width: number | null;
  height: number | null;
  /** Of videos, when their file tells it. */
  durationSeconds: number | null;
  altText: string | null;
}>;
export type UploadReply = Readonly<{ files: readonly MediaFileView[] }>;

/** multipart/form-data, repeated field `media`. */
export const uploadMedia: Call<MultipartBody, UploadReply> = { method: 'POST', path: '/api/upload-multiple' };

/** Stands for the browser's FormData, which contracts cannot name. */
type MultipartBody = unknown;
