import {
  LINK_PAGE_TEXT,
  removeBanner,
  uploadBanner,
  type BannerReply,
} from '@posthorn/contracts/link-tree/link-page.http';
import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '#lib/api-client.ts';
import { upload } from '#lib/upload.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { NOT_SAVED, PAGE_CHANGE } from './change-page.ts';
import { linkPageQuery } from './link-page.ts';

/** Updates the banner of the user and of the page in the cache. */
function updateCaches(cache: QueryClient, { bannerImageUrl }: BannerReply): Promise<void> {
  cache.setQueryData([currentUser.path], (user: UserView | null | undefined) =>
    user ? { ...user, bannerImageUrl } : user,
  );
  return cache.invalidateQueries(linkPageQuery);
}

/** Uploads a banner. `progress`: from 0 to 1 during an upload, else null. */
export function useUploadBanner(userId: string) {
  const [progress, setProgress] = useState<number | null>(null);
  const { mutate, isPending } = useDeclaredMutation({
    mutationKey: PAGE_CHANGE,
    send: (file: File) =>
      upload({ ...uploadBanner, path: pathOf(uploadBanner, { userId }) }, 'banner', [file], setProgress).done,
    onDone: updateCaches,
    successToast: { title: LINK_PAGE_TEXT.bannerUpdated },
    failure: { title: LINK_PAGE_TEXT.bannerFailedTitle, again: LINK_PAGE_TEXT.bannerFailed },
  });
  const begin = (file: File) => {
    setProgress(0);
    mutate(file);
  };
  return { progress: isPending ? progress : null, send: begin };
}

export const useRemoveBanner = (userId: string) =>
  useDeclaredMutation({
    mutationKey: PAGE_CHANGE,
    send: () => send(removeBanner, undefined, { params: { userId } }),
    onDone: updateCaches,
    successToast: { title: EDITOR_TEXT.banner.removed },
    failure: NOT_SAVED,
  });
