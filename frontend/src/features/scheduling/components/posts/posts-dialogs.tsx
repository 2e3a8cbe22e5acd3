import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { Writer } from '../../model/composer/writer.ts';
import { noteRestoredPost, restoredElsewhere } from '../../model/posts/restored-post.ts';
import { CREATE_TEXT } from '../../messages/posts.en.ts';
import { useFocusAfterRemoval } from '../../hooks/posts/use-focus-after-removal.ts';
import { usePostRemoval } from '../../hooks/use-post-removal.ts';
import { fetchAhead } from '#lib/ahead.ts';
import { toast } from '#ui/toast-store.ts';
import { useDialogInUrl } from '../../hooks/posts/posts-place.ts';
import { usePostToEdit } from '../../hooks/posts/selected-post.ts';

export const loadCompose = () => import('../composer/compose-dialog.tsx');
const loadEdit = () => import('../composer/edit-dialog.tsx');
const ComposeDialog = lazy(async () => ({ default: (await loadCompose()).ComposeDialog }));
const DeleteRemoteDialog = lazy(async () => ({
  default: (await import('../delete-remote-dialog.tsx')).DeleteRemoteDialog,
}));
const PublishedDialog = lazy(async () => ({
  default: (await import('./published-dialog.tsx')).PublishedDialog,
}));
const EditDialog = lazy(async () => ({ default: (await loadEdit()).EditDialog }));

type DialogsInput = Readonly<{
  posts: readonly PostView[];
  /** The plan allows no more scheduled posts. */
  isFull: boolean;
  /** The dialog in the URL. */
  compose: true | undefined;
  draft: string | undefined;
  edit: number | undefined;
}>;

/** The state of the dialogs over the list, and the actions that open them. */
export function usePostsDialogs({ posts, isFull, compose, draft, edit }: DialogsInput) {
  const go = useDialogInUrl();
  const [restoredPost, setRestoredPost] = useState(restoredElsewhere);
  const [postToDelete, setPostToDelete] = useState<PostView | null>(null);
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
      setRestoredPost(from);
      go({ compose: true });
    },
    [go],
  );
  const create = useCallback(() => {
    write(null);
  }, [write]);
  const openDraft = useCallback(
    (id: string) => {
      setRestoredPost(null);
      go({ compose: true, draft: id });
    },
    [go],
  );
  // Adds the id of the draft to the URL of the open dialog. Without a draft, a full plan closes the dialog.
  const nameDraft = useCallback(
    (id: string | undefined) => {
      go(id ? { compose: true, draft: id } : isFull ? {} : { compose: true }, true);
    },
    [go, isFull],
  );
  const editPost = useCallback(
    ({ id }: PostView) => {
      go({ edit: id });
    },
    [go],
  );
  const removePost = usePostRemoval({ onTimePassed: write, onDeleteRemotely: setPostToDelete });
  const edited = usePostToEdit(edit, posts, close);
  const remove = useFocusAfterRemoval(posts, removePost);
  useDialogsAhead();
  useEffect(() => {
    noteRestoredPost(null);
  }, []);
  useEffect(() => {
    if (!compose || !isFull || draft) return;
    toast({ title: CREATE_TEXT.title, description: POST_TEXT.limitReached });
    close();
    // Runs only when the user opens the dialog, not when a sent post reaches the limit of the plan.
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
    /** Which dialogs are open, with their posts and drafts. */
    open: {
      compose: compose === true && (!isFull || draft !== undefined),
      draft,
      restoredPost,
      edited,
      postToDelete,
    },
    onRemoteDeletionClosed: () => {
      setPostToDelete(null);
    },
  };
}

type PostsDialogsProps = Readonly<{
  dialogs: ReturnType<typeof usePostsDialogs>;
  /** Null while accounts or platforms are loading. */
  writer: Writer | null;
}>;

export function PostsDialogs({
  dialogs: { open, close, arriveAt, nameDraft, onRemoteDeletionClosed },
  writer,
}: PostsDialogsProps) {
  const { edited, postToDelete } = open;
  return (
    <Suspense>
      {open.compose && writer && (
        <ComposeDialog
          writer={writer}
          restoredPost={open.restoredPost}
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
      {postToDelete && (
        <DeleteRemoteDialog
          key={postToDelete.id}
          post={postToDelete}
          open
          isListed={false}
          onOpenChange={onRemoteDeletionClosed}
        />
      )}
    </Suspense>
  );
}

/** Loads the code of the dialogs four seconds after the page, when the page is usually idle. */
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
