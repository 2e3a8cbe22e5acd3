import { OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { textLength } from '@posthorn/contracts/shared/text';
import { useId, useState, type ReactNode, type SubmitEvent } from 'react';
import { codeOf, fieldsOf } from '#lib/api-client.ts';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter, DialogForm } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Switch } from '#ui/switch.tsx';
import { useEditPost } from '../../api/send-post.ts';
import { PUBLISHED_TEXT as TEXT } from '../../messages/card-actions.en.ts';
import type { Writer } from '../../model/composer/writer.ts';
import { PostStatus } from './post-status.tsx';
import { PostTargets } from './post-targets.tsx';

type PublishedDialogProps = Readonly<{
  post: PostView;
  writer: Pick<Writer, 'zone' | 'isPremium'>;
  onClose: () => void;
}>;

/** A published post: its state on each account, and a form for the fields that can still change. */
export function PublishedDialog({ post, writer: { zone, isPremium }, onClose }: PublishedDialogProps) {
  const now = useNow();
  return (
    <Dialog open onOpenChange={onClose} title={TEXT.title} description={TEXT.hint} className="sm:w-[32rem]">
      <ChangeForm post={post} isPremium={isPremium} onClose={onClose}>
        <div className="flex flex-wrap items-center gap-x-3 text-sm">
          <time dateTime={post.scheduledFor} className="text-muted">
            {dayAndTime(post.scheduledFor, zone, now)}
          </time>
          <PostStatus post={post} />
        </div>
        <p dir="auto" className="line-clamp-6 text-sm wrap-break-word whitespace-pre-wrap">
          {post.content}
        </p>
        <PostTargets post={post} zone={zone} />
      </ChangeForm>
    </Dialog>
  );
}

type ChangeFormProps = Readonly<{
  post: PostView;
  isPremium: boolean;
  onClose: () => void;
  children: ReactNode;
}>;

function ChangeForm({ post, isPremium, onClose, children }: ChangeFormProps) {
  const { content, scheduledFor, revision } = post;
  // Null until the user changes the field. Until then, the field follows changes in other windows. `base`: the revision whose title the
  // user saw; undefined: the newest.
  const [typed, setTyped] = useState<Readonly<{ title: string; base: number | undefined }> | null>(null);
  const [chosenAi, setChosenAi] = useState<boolean | null>(null);
  const savedTitle = post.title ?? '';
  const title = typed?.title ?? savedTitle;
  const aiRepliesEnabled = chosenAi ?? post.aiRepliesEnabled;
  const toggle = useId();
  const save = useEditPost(post.id);
  const { label, max, tooLong } = OPTIONAL_WORDS.title;
  const isTooLong = textLength(title.trim()) > max;
  const isChanged = title.trim() !== savedTitle || aiRepliesEnabled !== post.aiRepliesEnabled;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const words = {
      revision: typed?.base ?? revision,
      ...(typed && { title: title.trim() }),
      ...(isPremium && chosenAi !== null && { aiRepliesEnabled }),
    };
    save.mutate(
      { request: { content, scheduledFor, ...words }, now: false },
      {
        onSuccess: onClose,
        onError: (error) => {
          // The user has read the message about the change. If they save again, the request replaces the change.
          if (codeOf(error) === 'scheduling.post-changed')
            setTyped((before) => before && { ...before, base: undefined });
        },
      },
    );
  };
  return (
    <DialogForm isSaving={save.isPending} onSubmit={submit}>
      <DialogBody className="space-y-4">
        {children}
        <Field
          label={label}
          optional
          hint={TEXT.titleHint}
          error={isTooLong ? tooLong : fieldsOf(save.error)['title']}
        >
          {(field) => (
            <Input
              {...field}
              value={title}
              onChange={({ target }) => {
                setTyped({ title: target.value, base: typed ? typed.base : revision });
              }}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <div className="min-w-0 flex-[1_1_10rem] text-sm">
            <label htmlFor={toggle} className="font-medium">
              {TEXT.aiReplies}
            </label>
            <p id={`${toggle}-hint`} className="text-muted">
              {isPremium ? TEXT.aiRepliesHint : POST_TEXT.aiPremium}
            </p>
          </div>
          <Switch
            id={toggle}
            aria-describedby={`${toggle}-hint`}
            checked={isPremium && aiRepliesEnabled}
            onCheckedChange={setChosenAi}
            disabled={!isPremium}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{TEXT.cancel}</Button>
        <Button type="submit" variant="primary" disabled={!isChanged || isTooLong || save.isPending}>
          {save.isPending ? TEXT.saving : TEXT.save}
        </Button>
      </DialogFooter>
    </DialogForm>
  );
}
