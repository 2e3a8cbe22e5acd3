import {
  LINK_PAGE_TEXT,
  removePhoto,
  uploadPhoto,
  type LinkPageView,
  type PhotoReply,
} from '@posthorn/contracts/link-tree/link-page.http';
import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import type { QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { upload } from '#lib/upload.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { PHOTO_TEXT } from '../messages/photo.en.ts';
import { NOT_SAVED, PAGE_CHANGE } from './change-page.ts';
import { linkPageQuery } from './link-page.ts';

/** The photo belongs to the user and to their page, so both caches change. */
function show(cache: QueryClient, { profileImageUrl }: PhotoReply): void {
  cache.setQueryData([currentUser.path], (user: UserView | null | undefined) =>
    user ? { ...user, profileImageUrl } : user,
  );
  cache.setQueryData(linkPageQuery.queryKey, (page: LinkPageView | undefined) =>
    page ? { ...page, profileImageUrl } : page,
  );
}

export const useUploadPhoto = (userId: string) =>
  useDeclaredMutation({
    mutationKey: PAGE_CHANGE,
    send: (photo: File) =>
      upload({ ...uploadPhoto, path: pathOf(uploadPhoto, { userId }) }, 'photo', [photo], () => undefined)
        .done,
    onDone: show,
    says: { title: LINK_PAGE_TEXT.photoUpdated },
    failure: { title: LINK_PAGE_TEXT.bannerFailedTitle, again: LINK_PAGE_TEXT.photoFailed },
  });

export const useRemovePhoto = (userId: string) =>
  useDeclaredMutation({
    mutationKey: PAGE_CHANGE,
    send: () => send(removePhoto, undefined, { params: { userId } }),
    onDone: show,
    says: { title: PHOTO_TEXT.removed },
    failure: NOT_SAVED,
  });
