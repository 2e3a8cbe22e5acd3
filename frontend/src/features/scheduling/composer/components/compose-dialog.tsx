import { MEDIA_TEXT } from '@posthorn/contracts/shared/media.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useState } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { useSchedulePost } from '../../api/change-posts.ts';
import { draftKey, readDraft } from '../post-draft.ts';
import { fieldsOfPost, newPostFields } from '../post-fields.ts';
import { requestOf } from '../post-request.ts';
import { startOf } from '../post-start.ts';
import { useMediaUploads } from '../use-media-uploads.ts';
import { PostForm, type Writer } from './post-form.tsx';

const UPLOAD_WORDS = {
  failed: () => ({ title: 'Upload failed', description: MEDIA_TEXT.failed }),
  finished: 'Files uploaded!',
};

type ComposeDialogProps = Readonly<{
  writer: Writer;
  /** A post to begin with: one that came back too late for its time. */
  again: PostView | null;
  onClose: () => void;
}>;

export function ComposeDialog({ writer, again, onClose }: ComposeDialogProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Create New Post"
      description="Write it once, choose where it goes and when."
      quiet
      fills
    >
      <Compose
        key={attempt}
        writer={writer}
        again={again}
        onClose={onClose}
        onStartOver={() => {
          setAttempt(attempt + 1);
        }}
      />
    </Dialog>
  );
}

function Compose({ writer, again, onClose, onStartOver }: ComposeDialogProps & { onStartOver: () => void }) {
  const key = draftKey(writer.id, again ? `again-${String(again.id)}` : 'new');
  const [{ start, untouched, restored }] = useState(() => begin(writer, again, key));
  const uploads = useMediaUploads(start.media, UPLOAD_WORDS);
  const schedulePost = useSchedulePost(key);
  return (
    <PostForm
      writer={writer}
      start={start}
      untouched={untouched}
      draftKey={key}
      uploads={uploads}
      accept=".jpeg,.jpg,.png,.mp4"
      submitLabel="Schedule Post"
      pendingLabel="Scheduling..."
      pending={schedulePost.isPending}
      restored={restored}
      onStartOver={onStartOver}
      onSubmit={async (fields, media) => {
        try {
          await schedulePost.mutateAsync({
            ...requestOf(fields, media, writer),
            selectedAccountIds: fields.accountIds.map(Number),
          });
        } catch (error) {
          toast({ title: 'Error', description: POST_TEXT.scheduleFailed, variant: 'destructive' });
          throw error;
        }
        toast({ title: 'Post scheduled!', description: 'Your post has been scheduled successfully.' });
        onClose();
      }}
    />
  );
}

function begin({ zone, accounts }: Writer, again: PostView | null, key: string) {
  const only = accounts.list.length === 1 ? accounts.list.map(({ id }) => id) : [];
  const blank = newPostFields(zone, Date.now(), only);
  const untouched = again
    ? { fields: { ...fieldsOfPost(again, zone), localTime: blank.localTime }, media: again.mediaFiles }
    : { fields: blank, media: [] };
  return startOf(untouched, readDraft(key), zone, accounts.list);
}
