import {
  PHOTO_REPLY_TEXT,
  removePhoto,
  uploadPhoto,
  type PhotoReply,
} from '@posthorn/contracts/link-tree/photo.http';
import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import type { QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { upload } from '#lib/upload.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { PHOTO_TEXT } from '../messages/photo.en.ts';

/** Begins like the key of all changes of the link page, because the preview of the page reloads after each change. */
const PHOTO_CHANGE = ['link-page', 'photo'] as const;

function updateUser(cache: QueryClient, { profileImageUrl }: PhotoReply): void {
  cache.setQueryData([currentUser.path], (user: UserView | null | undefined) =>
    user ? { ...user, profileImageUrl } : user,
  );
}

export const useUploadPhoto = (userId: string) =>
  useDeclaredMutation({
    mutationKey: PHOTO_CHANGE,
    send: (photo: File) =>
      upload({ ...uploadPhoto, path: pathOf(uploadPhoto, { userId }) }, 'photo', [photo], () => undefined)
        .done,
    onDone: updateUser,
    successToast: { title: PHOTO_REPLY_TEXT.updated },
    failure: { title: PHOTO_REPLY_TEXT.failedTitle, again: PHOTO_REPLY_TEXT.failed },
  });

export const useRemovePhoto = (userId: string) =>
  useDeclaredMutation({
    mutationKey: PHOTO_CHANGE,
    send: () => send(removePhoto, undefined, { params: { userId } }),
    onDone: updateUser,
    successToast: { title: PHOTO_TEXT.removed },
    failure: { title: PHOTO_TEXT.notRemoved, again: PHOTO_TEXT.again },
  });
