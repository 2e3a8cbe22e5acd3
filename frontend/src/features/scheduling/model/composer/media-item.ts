import type { MediaFileView } from '@posthorn/contracts/shared/media.http';

/** One file of a post in the composer. */
export type ComposerMediaItem = Readonly<{
  id: number;
  name: string;
  kind: 'image' | 'video';
  size: number;
  preview: string;
  altText: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** The sent fraction of the file, from 0 to 1. */
  progress: number;
  problem?: string;
  /** The stored file, once the server has it. */
  view?: MediaFileView;
}>;

/** The server does not have the file: it waits, is being sent, or failed. */
export const isUnsent = ({ state }: ComposerMediaItem): boolean => state !== 'done';

/** Returns the item for a file that the server has. */
export const storedItem = (view: MediaFileView, id: number): ComposerMediaItem => ({
  id,
  name: view.originalName,
  kind: view.mediaType,
  size: view.mediaSize,
  preview: view.thumbnailUrl ?? view.mediaUrl,
  altText: view.altText ?? '',
  state: 'done',
  progress: 1,
  view,
});
