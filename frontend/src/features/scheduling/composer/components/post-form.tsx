import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { useDeferredValue, useId, useRef, useState, useSyncExternalStore } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { messageOf } from '#lib/api-client.ts';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter, DialogForm } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Note } from '#ui/note.tsx';
import { Textarea } from '#ui/textarea.tsx';
import type { MediaItem, MediaUploads } from '../media-uploads.ts';
import { goToNextProblem, problemMark } from '../next-problem.ts';
import type { PostDraft } from '../post-draft.ts';
import { FIELD_CHECKS, type PostFields } from '../post-fields.ts';
import { showFieldErrors } from '../show-field-errors.ts';
import type { Place } from '../target-fit.ts';
import { useDraft } from '../use-draft.ts';
import { useFits } from '../use-fits.ts';
import { AccountChooser, type Accounts } from './account-chooser.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { FitCounters } from './fit-counters.tsx';
import { FitProblems, FitSummary } from './fit-problems.tsx';
import { MediaField } from './media-field.tsx';
import { AiRepliesToggle, PlanNote } from './plan-notes.tsx';
import { PostPreviews } from './post-previews.tsx';
import { TargetSettings } from './target-settings.tsx';
import { TargetBadges } from './target-badges.tsx';
import { TimeField } from './time-field.tsx';

/** Where the writer stands: their clock, their plan, their accounts. */
export type Writer = Readonly<{
  id: string;
  zone: string;
  isPremium: boolean;
  accounts: Accounts;
  platforms: readonly PlatformView[];
}>;

type PostFormProps = Readonly<{
  writer: Writer;
  /** The accounts of an existing post; absent while they are still to be chosen. */
  targets?: readonly TargetView[];
  start: PostDraft;
  untouched: PostDraft;
  draftKey: string;
  uploads: MediaUploads;
  accept: string;
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  /** Rejects with what the server refused. */
  onSubmit: (fields: PostFields, media: readonly MediaItem[]) => Promise<unknown>;
  restored: boolean;
  onStartOver: () => void;
}>;

export function PostForm(props: PostFormProps) {
  const { writer, targets, start, untouched, uploads, onSubmit, pending } = props;
  const form = useForm<PostFields>({ defaultValues: start.fields });
  const { register, handleSubmit, setError, control, formState } = form;
  const items = useSyncExternalStore(uploads.subscribe, uploads.snapshot);
  const fields = { ...start.fields, ...useWatch({ control, compute: (all: PostFields) => all }) };
  const draft = useDraft(props.draftKey, fields, storedMedia(items), untouched);
  const [refusal, setRefusal] = useState<string | null>(null);
  const problemsId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const lastShown = useRef<HTMLElement>(null);

  const written = useDeferredValue(fields);
  const platformOf = ({ platform }: AccountView) => writer.platforms.find((one) => one.platform === platform);
  const fits = useFits(writer, written, items);
  const blocked = fits.some(({ problems }) => problems.length > 0);
  const isOpen = (wanted: Place) =>
    fits.some(({ problems }) => problems.some(({ place }) => place === wanted));
  const uploading = items.some(({ state }) => state === 'sending' || state === 'waiting');
  const broken = items.some(({ state }) => state === 'failed');
  const { errors } = formState;

  const submit = handleSubmit(async (values) => {
    setRefusal(null);
    try {
      await onSubmit(values, items);
      draft.drop();
    } catch (error) {
      setRefusal(showFieldErrors(error, setError) ? null : messageOf(error, ''));
    }
  });

  return (
    <FormProvider {...form}>
      <DialogForm
        ref={formRef}
        onSubmit={(event) => void submit(event)}
        onPaste={({ clipboardData: { files } }) => {
          if (files.length > 0) uploads.add([...files]);
        }}
      >
        <DialogBody className="space-y-5">
          {props.restored && (
            <DraftNotice
              onDiscard={() => {
                draft.drop();
                props.onStartOver();
              }}
            />
          )}
          <div className="space-y-2">
            <Field label="Content" error={errors.content?.message}>
              {(field) => (
                <Textarea
                  {...field}
                  {...problemMark(isOpen('content'))}
                  data-autofocus
                  placeholder="What would you like to say?"
                  {...register('content', { validate: FIELD_CHECKS.content })}
                />
              )}
            </Field>
            <FitCounters fits={fits} />
            <FitProblems fits={fits} place="content" />
          </div>
          {targets ? <TargetBadges targets={targets} /> : <AccountChooser accounts={writer.accounts} />}
          <TimeField zone={writer.zone} />
          <MediaField
            uploads={uploads}
            items={items}
            accept={props.accept}
            fits={fits}
            error={errors.root?.['mediaFiles']?.message}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <div className="space-y-2">
              <Field label="Title" optional error={errors.title?.message}>
                {(field) => (
                  <Input
                    {...field}
                    {...problemMark(isOpen('title'))}
                    {...register('title', { validate: FIELD_CHECKS.title })}
                  />
                )}
              </Field>
              <FitProblems fits={fits} place="title" />
            </div>
            <Field label="Hashtags" optional error={errors.hashtags?.message}>
              {(field) => (
                <Input
                  {...field}
                  placeholder="#launch #news"
                  {...register('hashtags', { validate: FIELD_CHECKS.hashtags })}
                />
              )}
            </Field>
          </div>
          <AiRepliesToggle isPremium={writer.isPremium} />
          <PlanNote isPremium={writer.isPremium} />
          <TargetSettings fits={fits} hintOf={({ account }) => platformOf(account)?.hint} />
          <PostPreviews fits={fits} media={items} />
        </DialogBody>
        <DialogFooter>
          <div className="w-full space-y-2 empty:hidden">
            {refusal && <Note kind="error">{refusal}</Note>}
            {broken && <Note kind="error">A file did not arrive. Try it again or remove it.</Note>}
          </div>
          <FitSummary
            id={problemsId}
            fits={fits}
            onShow={() => {
              if (formRef.current)
                goToNextProblem(formRef.current, lastShown.current, (at) => {
                  lastShown.current = at;
                });
            }}
          />
          <DraftState state={draft.state} />
          <Button
            type="submit"
            variant="primary"
            size="large"
            className="max-sm:grow"
            disabled={pending || uploading || blocked || broken}
            aria-describedby={blocked ? problemsId : undefined}
          >
            {uploading ? 'Uploading...' : pending ? props.pendingLabel : props.submitLabel}
          </Button>
        </DialogFooter>
      </DialogForm>
    </FormProvider>
  );
}

function DraftState({ state }: { state: ReturnType<typeof useDraft>['state'] }) {
  const words = { none: '', saving: 'Saving…', saved: 'Saved', failed: 'This browser keeps no drafts' };
  return (
    <p role="status" className="mr-auto min-w-14 text-sm text-muted">
      {words[state]}
    </p>
  );
}

const storedMedia = (items: readonly MediaItem[]) =>
  items.flatMap(({ view, altText }) => (view ? [{ ...view, altText: altText || null }] : []));
