import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useState } from 'react';
import { messageOf } from '#lib/api-client.ts';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { useEditPost } from '../api/change-posts.ts';
import { draftKey, readDraft } from '../post-draft.ts';
import { fieldsOfPost } from '../post-fields.ts';
import { requestOf } from '../post-request.ts';
import { startOf } from '../post-start.ts';
import { useMediaUploads } from '../use-media-uploads.ts';
import { PostForm, type Writer } from './post-form.tsx';

const UPLOAD_WORDS = {
  failed: (error: unknown) => ({
    title: 'Upload Error',
    description: messageOf(error, 'Failed to upload media. Please try again.'),
  }),
  finished: 'Upload Successful',
};

type EditDialogProps = Readonly<{ writer: Writer; post: PostView; onClose: () => void }>;

export function EditDialog({ writer, post, onClose }: EditDialogProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Edit Post"
      description="Change what will be published and when."
      quiet
      fills
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

function Edit({ writer, post, onClose, onStartOver }: EditDialogProps & { onStartOver: () => void }) {
  const key = draftKey(writer.id, `edit-${String(post.id)}`);
  const [{ start, untouched, restored }] = useState(() =>
    startOf({ fields: fieldsOfPost(post, writer.zone), media: post.mediaFiles }, readDraft(key), writer.zone),
  );
  const uploads = useMediaUploads(start.media, UPLOAD_WORDS);
  const editPost = useEditPost(post.id);
  return (
    <PostForm
      writer={writer}
      targets={post.targets}
      start={start}
      untouched={untouched}
      draftKey={key}
      uploads={uploads}
      accept="image/*,video/*"
      submitLabel="Update Post"
      pendingLabel="Updating..."
      pending={editPost.isPending}
      restored={restored}
      onStartOver={onStartOver}
      onSubmit={async (fields, media) => {
        try {
          await editPost.mutateAsync(requestOf(fields, media, writer, { fields: untouched.fields, post }));
        } catch (error) {
          toast({
            title: 'Error',
            description: messageOf(error, POST_TEXT.updateFailed),
            variant: 'destructive',
          });
          throw error;
        }
        toast({ title: 'Post Updated', description: 'Your post has been successfully updated.' });
        onClose();
      }}
    />
  );
}
