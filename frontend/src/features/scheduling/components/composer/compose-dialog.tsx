import { MEDIA_TEXT } from '@posthorn/contracts/shared/media.http';
import { type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { NO_POST_DEFAULTS, type PostDefaults } from '@posthorn/contracts/identity/user-settings.http';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useUserSettings } from '#features/identity/api/user-settings.ts';
import { messageOf } from '#lib/api-client.ts';
import { Dialog } from '#ui/dialog.tsx';
import { optionsAfter, targetsBeginningWith } from '../../model/composer/last-options.ts';
import { readAccountMemory, remember } from '../../model/composer/account-memory.ts';
import { useRemoveDraft } from '../../api/drafts/drafts.ts';
import { useSchedulePost } from '../../api/send-post.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { KeptDraft } from '../../model/composer/post-draft.ts';
import { clockAt, fieldsOfPost, newPostFields } from '../../model/composer/post-fields.ts';
import { requestOf } from '../../model/composer/post-request.ts';
import { startOf } from '../../model/composer/post-start.ts';
import { useMediaUploads } from '../../hooks/composer/use-media-uploads.ts';
import { isUsable } from '../../hooks/composer/use-chosen-accounts.ts';
import { useDraftSaver } from '../../hooks/drafts/use-draft-saver.ts';
import { useOpenedDraft, type OpenedDraft } from '../../hooks/drafts/use-opened-draft.ts';
import type { Writer } from '../../model/composer/writer.ts';
import { DraftConflictNote } from './draft-conflict-note.tsx';
import { PostForm } from './post-form.tsx';

const TEXT = COMPOSER_TEXT.create;

const UPLOAD_WORDS = {
  // The description contains the general text and the reason of the server.
  failed: (error: unknown) => ({
    title: TEXT.uploadFailed,
    description: [MEDIA_TEXT.failed, messageOf(error, '')].filter(Boolean).join(' '),
  }),
  finished: TEXT.uploaded,
};

type ComposeDialogProps = Readonly<{
  writer: Writer;
  /** A post that was restored after its time had passed. The form begins with its content. */
  restoredPost: PostView | null;
  /** The id of the draft in the URL; undefined: a new post. */
  draft: string | undefined;
  /** Receives the id of the draft in the form; undefined: the form has no draft. */
  onDraft: (id: string | undefined) => void;
  onClose: () => void;
  /** Closes the dialog and shows the new post. */
  onScheduled: (post: PostView) => void;
}>;

export function ComposeDialog({
  writer,
  restoredPost,
  draft,
  onDraft,
  onClose,
  onScheduled,
}: ComposeDialogProps) {
  const opened = useOpenedDraft(writer, draft, onClose);
  // Without cached defaults, the form waits until they load. If they fail to load, the post begins without defaults.
  const { settings: defaults = NO_POST_DEFAULTS, isPending } = useUserSettings(writer.id);
  if (isPending || opened.isPending) return null;
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
      <Compose
        key={opened.attempt}
        writer={writer}
        defaults={defaults}
        restoredPost={restoredPost}
        opened={opened}
        onDraft={(id) => {
          if (id !== undefined) opened.setId(id);
          onDraft(id);
        }}
        onScheduled={onScheduled}
      />
    </Dialog>
  );
}

type ComposeProps = Pick<ComposeDialogProps, 'writer' | 'restoredPost' | 'onDraft' | 'onScheduled'> &
  Readonly<{ defaults: PostDefaults; opened: OpenedDraft }>;

function Compose({ writer, defaults, restoredPost, opened, onDraft, onScheduled }: ComposeProps) {
  const { when } = useSearch({ strict: false });
  const [{ start, untouched, restored, isTimeChosen }] = useState(() =>
    begin(writer, defaults, restoredPost, opened.kept, when),
  );
  const uploads = useMediaUploads(start.media, UPLOAD_WORDS);
  const saver = useDraftSaver({ writer, opened, start, untouched, isTimeChosen, onDraft });
  const schedulePost = useSchedulePost(saver);
  const remove = useRemoveDraft(writer.id);
  return (
    <>
      <DraftConflictNote
        saver={saver}
        writer={writer}
        onTheirs={(theirs) => {
          saver.drop();
          opened.open(theirs);
        }}
      />
      <PostForm
        writer={writer}
        draftId={saver.id}
        start={start}
        untouched={untouched}
        draftPlace={saver}
        uploads={uploads}
        submitLabel={TEXT.submit}
        pendingLabel={TEXT.pending}
        pending={schedulePost.isPending}
        restored={restored}
        onStartOver={() => {
          remove(saver.id, !saver.isOnServer, saver.unsavedCopy());
          opened.open(null);
          onDraft(undefined);
        }}
        onSubmit={async (fields, media) => {
          const request = {
            ...requestOf(fields, media, writer),
            selectedAccountIds: fields.accountIds.map(Number),
          };
          const post = await schedulePost.mutateAsync({ request, now: fields.now });
          remember(writer.id, { last: fields.accountIds, options: optionsAfter(fields, writer) });
          return post;
        }}
        onSent={onScheduled}
      />
    </>
  );
}

function begin(
  writer: Writer,
  { hashtags, caption: content }: PostDefaults,
  restoredPost: PostView | null,
  kept: KeptDraft | null,
  /** A time that was chosen in the calendar. */
  when = '',
) {
  const { id: userId, zone, accounts } = writer;
  const usable = accounts.list.filter(isUsable).map(({ id }) => String(id));
  const { last, options = {} } = readAccountMemory(userId);
  const chosen = accounts.list.length === 1 ? usable : usable.filter((id) => last.includes(id));
  const targets = targetsBeginningWith(options, writer);
  const isTimeChosen = Date.parse(when) > Date.now();
  const chosenTime = isTimeChosen ? { ...clockAt(when, zone), now: false } : {};
  const blank = { ...newPostFields(zone, Date.now(), chosen), hashtags, content, targets, ...chosenTime };
  const untouched = restoredPost
    ? {
        fields: { ...fieldsOfPost(restoredPost, zone), localTime: blank.localTime, second: blank.second },
        media: restoredPost.mediaFiles,
      }
    : { fields: blank, media: [] };
  const { start, ...rest } = startOf(untouched, kept, zone, accounts.list);
  return { ...rest, isTimeChosen, start: { ...start, fields: { ...start.fields, ...chosenTime } } };
}
