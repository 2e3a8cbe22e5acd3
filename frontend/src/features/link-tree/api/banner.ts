import {
  LINK_PAGE_TEXT,
  removeBanner,
  uploadBanner,
  type BannerReply,
} from '@posthorn/contracts/link-tree/link-page.http';
import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, send } from '#lib/api-client.ts';
import { upload } from '#lib/upload.ts';
import { toast } from '#ui/toast-store.ts';
import { EDITOR_TEXT } from '../editor.messages.en.ts';
import { PAGE_CHANGE } from './change-page.ts';
import { linkPageQuery } from './link-page.ts';

const TEXT = EDITOR_TEXT.banner;

/** A banner is the user's and stands on their page. */
function useShowBanner() {
  const queryClient = useQueryClient();
  return ({ bannerImageUrl }: BannerReply) => {
    queryClient.setQueryData([currentUser.path], (user: UserView | null | undefined) =>
      user ? { ...user, bannerImageUrl } : user,
    );
    return queryClient.invalidateQueries(linkPageQuery);
  };
}

/** `progress`: from 0 to 1 while a file is on its way, else null. */
export function useUploadBanner(userId: string) {
  const show = useShowBanner();
  const [progress, setProgress] = useState<number | null>(null);
  const { mutate } = useMutation({
    mutationKey: PAGE_CHANGE,
    mutationFn: (file: File) =>
      upload({ ...uploadBanner, path: pathOf(uploadBanner, { userId }) }, 'banner', [file], setProgress).done,
    onMutate: () => {
      setProgress(0);
    },
    onSuccess: async (reply) => {
      await show(reply);
      toast({ title: LINK_PAGE_TEXT.bannerUpdated });
    },
    onError: (error) => {
      toast({
        title: LINK_PAGE_TEXT.bannerFailedTitle,
        description: messageOf(error, LINK_PAGE_TEXT.bannerFailed),
        variant: 'destructive',
      });
    },
    onSettled: () => {
      setProgress(null);
    },
  });
  return { progress, send: mutate };
}

export function useRemoveBanner(userId: string) {
  const show = useShowBanner();
  return useMutation({
    mutationKey: PAGE_CHANGE,
    mutationFn: () => send(removeBanner, undefined, { params: { userId } }),
    onSuccess: async (reply) => {
      await show(reply);
      toast({ title: TEXT.removed });
    },
    onError: (error) => {
      toast({
        title: EDITOR_TEXT.notSaved,
        description: messageOf(error, EDITOR_TEXT.again),
        variant: 'destructive',
      });
    },
  });
}
