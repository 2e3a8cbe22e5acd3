import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { Writer } from '../../model/composer/writer.ts';
import { CREATE_TEXT } from '../../messages/posts.en.ts';
import { useFocusAfterRemoval } from '../../hooks/posts/use-focus-after-removal.ts';
import { usePostRemoval } from '../../hooks/posts/use-post-removal.ts';
import { fetchAhead } from '#lib/ahead.ts';
import { toast } from '#ui/toast-store.ts';
import { useDialogPlace } from '../../hooks/posts/posts-place.ts';
import { usePostToEdit } from '../../hooks/posts/selected-post.ts';

export const loadCompose = () => import('../composer/compose-dialog.tsx');
const loadEdit = () => import('../composer/edit-dialog.tsx');
const ComposeDialog = lazy(async () => ({ default: (await loadCompose()).ComposeDialog }));
const DeleteRemoteDialog = lazy(async () => ({
  default: (await import('./delete-remote-dialog.tsx')).DeleteRemoteDialog,
}));
const PublishedDialog = lazy(async () => ({
  default: (await import('./published-dialog.tsx')).PublishedDialog,
}));
const EditDialog = lazy(async () => ({ default: (await loadEdit()).EditDialog }));

type Place = Readonly<{
  posts: readonly PostView[];
  /** The plan allows no more scheduled posts. */
  isFull: boolean;
  /** The dialog in the address. */
  compose: true | undefined;
  draft: string | undefined;
  edit: number | undefined;
}>;

/** The dialogs over the list, and the actions of its cards. */
export function usePostsDialogs({ posts, isFull, compose, draft, edit }: Place) {
  const go = useDialogPlace();
  const [again, setAgain] = useState<PostView | null>(null);
  const [stillThere, setStillThere] = useState<PostView | null>(null);
  const close = useCallback(() => {
    go({});
  }, [go]);
  const arriveAt = useCallback(
    ({ id }: PostView) => {
      go({ at: id });
    },
    [go],
  );
  const write = useCallback(
    (from: PostView | null) => {
      setAgain(from);
      go({ compose: true });
    },
    [go],
  );
  const create = useCallback(() => {
    write(null);
  }, [write]);
  const openDraft = useCallback(
    (id: string) => {
      setAgain(null);
      go({ compose: true, draft: id });
    },
    [go],
  );
  const nameDraft = useCallback(
    (id: string | undefined) => {
      go({ compose: true, ...(id && { draft: id }) }, true);
    },
    [go],
  );
  const editPost = useCallback(
    ({ id }: PostView) => {
      go({ edit: id });
    },
    [go],
  );
  const removePost = usePostRemoval({ onTimePassed: write, onStaysThere: setStillThere });
  const edited = usePostToEdit(edit, posts, close);
  const remove = useFocusAfterRemoval(posts, removePost);
  useDialogsAhead();
  useEffect(() => {
    if (!compose || !isFull || draft) return;
    toast({ title: CREATE_TEXT.title, description: POST_TEXT.limitReached });
    close();
    // Only when the user opens the dialog, not when the last sent post has used up the plan.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [compose]);
  return {
    create,
    openDraft,
    nameDraft,
    editPost,
    remove,
    close,
    arriveAt,
    /** The post of each open dialog. */
    open: { compose: compose === true && (!isFull || draft !== undefined), draft, again, edited, stillThere },
    onThereClosed: () => {
      setStillThere(null);
    },
  };
}

type PostsDialogsProps = Readonly<{
  dialogs: ReturnType<typeof usePostsDialogs>;
  /** Null while accounts or platforms are loading. */
  writer: Writer | null;
}>;

export function PostsDialogs({
  dialogs: { open, close, arriveAt, nameDraft, onThereClosed },
  writer,
}: PostsDialogsProps) {
  const { edited, stillThere } = open;
  return (
    <Suspense>
      {open.compose && writer && (
        <ComposeDialog
          writer={writer}
          again={open.again}
          draft={open.draft}
          onDraft={nameDraft}
          onClose={close}
          onScheduled={arriveAt}
        />
      )}
      {edited?.status === 'scheduled' && writer && (
        <EditDialog key={edited.id} writer={writer} post={edited} onClose={close} />
      )}
      {edited && edited.status !== 'scheduled' && writer && (
        <PublishedDialog key={edited.id} writer={writer} post={edited} onClose={close} />
      )}
      {stillThere && (
        <DeleteRemoteDialog
          key={stillThere.id}
          post={stillThere}
          open
          isListed={false}
          onOpenChange={onThereClosed}
        />
      )}
    </Suspense>
  );
}

/** Loads the dialogs’ code while the page is idle. */
function useDialogsAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      fetchAhead(loadCompose);
      fetchAhead(loadEdit);
    }, 4_000);
    return () => {
      clearTimeout(timer);
    };
  }, []);
}
