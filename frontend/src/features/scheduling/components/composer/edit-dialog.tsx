import { type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useState } from 'react';
import { messageOf } from '#lib/api-client.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useEditPost } from '../../api/send-post.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { fieldsOfPost } from '../../model/composer/post-fields.ts';
import { requestOf } from '../../model/composer/post-request.ts';
import { startOf } from '../../model/composer/post-start.ts';
import { editCopiesOf, type EditCopy } from '../../model/drafts/edit-copies.ts';
import { EditKeeper } from '../../model/drafts/edit-keeper.ts';
import { textOf } from '../../hooks/drafts/use-draft.ts';
import { useMediaUploads } from '../../hooks/composer/use-media-uploads.ts';
import type { Writer } from '../../model/composer/writer.ts';
import { OtherEditNote } from './other-edit-note.tsx';
import { PostForm } from './post-form.tsx';

const TEXT = COMPOSER_TEXT.edit;

const UPLOAD_WORDS = {
  failed: (error: unknown) => ({
    title: TEXT.uploadFailed,
    description: messageOf(error, TEXT.uploadFailedLong),
  }),
  finished: TEXT.uploaded,
};

type EditDialogProps = Readonly<{ writer: Writer; post: PostView; onClose: () => void }>;

type Opening = Readonly<{
  /** The number of versions that the form has opened before. */
  attempt: number;
  copy: EditCopy | null;
}>;

export function EditDialog({ writer, post, onClose }: EditDialogProps) {
  const edited = { userId: writer.id, postId: post.id };
  // An edit begins with the newest version in this browser. Null: with the post.
  const [{ attempt, copy }, setOpening] = useState<Opening>(() => ({
    attempt: 0,
    copy: editCopiesOf(edited)[0] ?? null,
  }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={TEXT.title}
      description={TEXT.description}
      hidesDescription
      fillsPhone
      isLarge
    >
      <Edit
        key={attempt}
        writer={writer}
        post={post}
        onClose={onClose}
        copy={copy}
        onOpen={(other) => {
          setOpening({ attempt: attempt + 1, copy: other });
        }}
      />
    </Dialog>
  );
}

/** Returns the form values of the post as text, to detect changes by other windows. */
const textOfPost = (post: PostView, zone: string): string =>
  JSON.stringify([
    fieldsOfPost(post, zone),
    post.mediaFiles.map(({ mediaUrl, altText }) => [mediaUrl, altText]),
  ]);

type EditProps = EditDialogProps &
  Readonly<{
    copy: EditCopy | null;
    /** Restarts the form with another version; null: with the post. */
    onOpen: (copy: EditCopy | null) => void;
  }>;

function Edit({ writer, post, copy, onClose, onOpen }: EditProps) {
  const edited = { userId: writer.id, postId: post.id };
  const text = textOfPost(post, writer.zone);
  const [{ start, untouched, restored, place }] = useState(() => {
    const kept = copy?.draft ?? null;
    const begun = startOf(
      { fields: fieldsOfPost(post, writer.zone), media: post.mediaFiles },
      kept,
      writer.zone,
      [...writer.accounts.list, ...post.targets.map(({ accountId: id }) => ({ id }))],
    );
    // An edit that an older version of this page kept does not say which post the user has changed.
    const before = kept ? (kept.before ?? '') : text;
    const texts = { start: textOf(begun.start, before), blank: textOf(begun.untouched, before) };
    return { ...begun, place: { keeper: new EditKeeper(edited, copy, texts), before } };
  });
  const uploads = useMediaUploads(start.media, UPLOAD_WORDS);
  const editPost = useEditPost(post.id);
  return (
    <>
      <OtherEditNote keeper={place.keeper} post={edited} zone={writer.zone} onUse={onOpen} />
      <PostForm
        writer={writer}
        postId={post.id}
        targets={post.targets}
        start={start}
        untouched={untouched}
        draftPlace={place}
        uploads={uploads}
        submitLabel={TEXT.submit}
        pendingLabel={TEXT.pending}
        pending={editPost.isPending}
        restored={restored}
        changed={!editPost.isPending && !editPost.isSuccess && text !== place.before}
        onStartOver={() => {
          onOpen(null);
        }}
        onSubmit={(fields, media) => {
          const request = {
            ...requestOf(fields, media, writer, { fields: untouched.fields, post }),
            selectedAccountIds: fields.accountIds.map(Number),
          };
          // The newest revision that this window knows. If the user submits despite the notice, the request
          // replaces only the change shown there.
          return editPost.mutateAsync({ request: { ...request, revision: post.revision }, now: fields.now });
        }}
        onSent={onClose}
      />
    </>
  );
}
