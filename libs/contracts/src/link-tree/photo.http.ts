import type { Call } from '../shared/call.ts';

export const PHOTO = {
  /** The sides of the stored sizes of the square photo. */
  sides: [512, 232],
  accept: '.jpeg,.jpg,.jfif,.png,.webp',
} as const;

export const PHOTO_REPLY_TEXT = {
  updated: 'Photo updated!',
  failedTitle: 'Upload Failed',
  failed: 'Failed to upload photo',
} as const;

export type PhotoReply = Readonly<{ profileImageUrl: string | null }>;
/** multipart/form-data, field `photo`. The server cuts out the middle square. Allowed on every plan. 413, 415 `link-tree.banner-not-supported`. */
export const uploadPhoto: Call<unknown, PhotoReply> = {
  method: 'POST',
  path: '/api/users/:userId/photo',
};
export const removePhoto: Call<void, PhotoReply> = {
  method: 'DELETE',
  path: '/api/users/:userId/photo',
};
