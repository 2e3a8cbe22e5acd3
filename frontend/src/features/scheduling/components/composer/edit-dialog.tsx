import { type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useState } from 'react';
import { messageOf } from '#lib/api-client.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useEditPost } from '../../api/send-post.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { draftKey, readDraft } from '../../model/composer/post-draft.ts';
import { fieldsOfPost } from '../../model/composer/post-fields.ts';
import { requestOf } from '../../model/composer/post-request.ts';
import { startOf } from '../../model/composer/post-start.ts';
import { useMediaUploads } from '../../hooks/composer/use-media-uploads.ts';
import type { Writer } from '../../model/composer/writer.ts';
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

export function EditDialog({ writer, post, onClose }: EditDialogProps) {
  const [attempt, setAttempt] = useState(0);
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
        onStartOver={() => {
          setAttempt(attempt + 1);
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

function Edit({ writer, post, onClose, onStartOver }: EditDialogProps & { onStartOver: () => void }) {
  const key = draftKey(writer.id, `edit-${String(post.id)}`);
  const text = textOfPost(post, writer.zone);
  const [{ start, untouched, restored, place }] = useState(() => {
    const kept = readDraft(key);
    return {
      ...startOf({ fields: fieldsOfPost(post, writer.zone), media: post.mediaFiles }, kept, writer.zone, [
        ...writer.accounts.list,
        ...post.targets.map(({ accountId: id }) => ({ id })),
      ]),
      // An edit that an older version of this page kept does not say which post the user has changed.
      place: { key, before: kept ? (kept.before ?? '') : text },
    };
  });
  const uploads = useMediaUploads(start.media, UPLOAD_WORDS);
  const editPost = useEditPost(post.id);
  return (
    <PostForm
      writer={writer}
      postId={post.id}
      targets={post.targets}
      start={start}
      untouched={untouched}
      draftPlace={place}
      uploads={uploads}
      accept="image/*,video/*"
      submitLabel={TEXT.submit}
      pendingLabel={TEXT.pending}
      pending={editPost.isPending}
      restored={restored}
      changed={!editPost.isPending && !editPost.isSuccess && text !== place.before}
      onStartOver={onStartOver}
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
  );
}
