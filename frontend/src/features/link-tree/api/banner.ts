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

/** The banner belongs to the user and to their page, so both caches change. */
function show(cache: QueryClient, { bannerImageUrl }: BannerReply): Promise<void> {
  cache.setQueryData([currentUser.path], (user: UserView | null | undefined) =>
    user ? { ...user, bannerImageUrl } : user,
  );
  return cache.invalidateQueries(linkPageQuery);
}

/** `progress`: from 0 to 1 during an upload, else null. */
export function useUploadBanner(userId: string) {
  const [progress, setProgress] = useState<number | null>(null);
  const { mutate, isPending } = useDeclaredMutation({
    mutationKey: PAGE_CHANGE,
    send: (file: File) =>
      upload({ ...uploadBanner, path: pathOf(uploadBanner, { userId }) }, 'banner', [file], setProgress).done,
    onDone: show,
    says: { title: LINK_PAGE_TEXT.bannerUpdated },
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
    onDone: show,
    says: { title: EDITOR_TEXT.banner.removed },
    failure: NOT_SAVED,
  });
