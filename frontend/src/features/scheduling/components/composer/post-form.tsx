import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import {
  useCallback,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
} from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { isComposing } from '#lib/is-composing.ts';
import { messageOf } from '#lib/api-client.ts';
import { useMedia } from '#lib/use-media.ts';
import { DialogForm } from '#ui/dialog.tsx';
import { useChoicesAhead } from '../../api/publish-fields.ts';
import type { MediaUploads } from '../../api/media-uploads.ts';
import { areFromDesktop, pastedFiles } from '../../model/composer/brought-files.ts';
import { isUnsent, type ComposerMediaItem } from '../../model/composer/media-item.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { hasBegun } from '../../model/composer/has-begun.ts';
import { useProblemTour } from '../../model/composer/next-problem.ts';
import type { KeptDraft } from '../../model/composer/post-draft.ts';
import { platformInWords } from '../../model/composer/option-words.ts';
import type { PostFields } from '../../model/composer/post-fields.ts';
import { accountIn, showFieldErrors } from '../../model/composer/show-field-errors.ts';
import { targetKey } from '../../model/composer/target-fields.ts';
import { useDraft, type DraftPlace } from '../../hooks/drafts/use-draft.ts';
import { useWithoutGoneChoices } from '../../hooks/composer/use-without-gone-choices.ts';
import { useDeselectGoneAccounts } from '../../hooks/composer/use-chosen-accounts.ts';
import { exampleFit, useFits } from '../../hooks/composer/use-fits.ts';
import type { Writer } from '../../model/composer/writer.ts';
import { ChangeNotice } from './change-notice.tsx';
import { ComposerFooter } from './composer-footer.tsx';
import { LostAccounts } from './lost-accounts.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { PostEditor } from './post-editor.tsx';
import type { ComposerPart } from './workspace.tsx';

type PostFormProps = Readonly<{
  writer: Writer;
  /** The post in an edit form; absent: a new post. */
  postId?: number;
  /** The draft of a new post; absent: an edit form. */
  draftId?: string;
  /** The accounts of an existing post. They stay selected even if they are disconnected. */
  targets?: readonly TargetView[];
  /** The initial values of the form. */
  start: KeptDraft;
  /** The values before any change by the user. */
  untouched: KeptDraft;
  draftPlace: DraftPlace;
  uploads: MediaUploads;
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  /** Sends the post. Rejects when the server refuses. */
  onSubmit: (fields: PostFields, media: readonly ComposerMediaItem[]) => Promise<PostView>;
  /** Closes the form after the post was sent. Not called when the user has closed the form before. */
  onSent: (post: PostView) => void;
  /** `start` is a saved draft. */
  restored: boolean;
  /** Another window changed the post since the form opened. */
  changed?: boolean;
  /** Runs before the draft is dropped. */
  onStartOver: () => void;
}>;

const NO_TARGETS: readonly TargetView[] = [];

export function PostForm(props: PostFormProps) {
  const { targets = NO_TARGETS, start, untouched, uploads, onSubmit, pending } = props;
  const writer = useMemo(
    () => ({ ...props.writer, platforms: props.writer.platforms.map(platformInWords) }),
    [props.writer],
  );
  const form = useForm<PostFields>({ defaultValues: start.fields });
  const { handleSubmit, setError, clearErrors, control, formState } = form;
  const items = useSyncExternalStore(uploads.subscribe, uploads.snapshot);
  const watched = useWatch({ control, compute: (all: PostFields) => all });
  const fields = useMemo(() => ({ ...start.fields, ...watched }), [start.fields, watched]);
  const draft = useDraft(props.draftPlace, fields, storedMedia(items), untouched);
  const [refusal, setRefusal] = useState<string | null>(null);
  const problemsId = useId();
  const formRef = useRef<HTMLFormElement>(null);
  const wide = useMedia('(min-width: 64rem)');
  const [part, setPart] = useState<ComposerPart>('write');
  const [chosenView, setChosenView] = useState(() => firstView(start));

  useDeselectGoneAccounts(form, writer.accounts, targets);
  const written = useDeferredValue(fields);
  const allFits = useFits(writer, written, items);
  const hasContent = items.length > 0 || formState.submitCount > 0 || hasBegun(written, untouched.fields);
  const fits = useMemo(
    () => (hasContent ? allFits : allFits.map((fit) => ({ ...fit, problems: [] }))),
    [allFits, hasContent],
  );
  const isExample = fits.length === 0;
  const example = useMemo(
    () => (isExample ? exampleFit(writer, written, items) : undefined),
    [isExample, writer, written, items],
  );
  useWithoutGoneChoices(form, useChoicesAhead(fits));
  const blocked = fits.some(({ problems }) => problems.length > 0);
  const uploading = items.some(({ state }) => state === 'sending' || state === 'waiting');
  const unsentFiles = items.filter(isUnsent).length;
  const disabled = pending || blocked || unsentFiles > 0;
  // The user may remove an account while the editor shows it.
  const view = fits.some(({ account }) => account.id === chosenView) ? chosenView : null;
  const show = useCallback((next: number | null) => {
    setPart('write');
    setChosenView(next);
  }, []);
  const goToProblem = useProblemTour(formRef, fits, view, show);

  const submit = () =>
    handleSubmit(
      async (values) => {
        setRefusal(null);
        const { current: element } = formRef;
        const { activeElement: focused } = document;
        // A change during the request would be lost: the draft ends with the response.
        element?.toggleAttribute('inert', true);
        // The focus returns to the form. When the dialog closes, it passes the focus on only from there.
        const release = () => {
          element?.toggleAttribute('inert', false);
          if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus();
        };
        try {
          const post = await onSubmit(values, items);
          draft.drop();
          release();
          // Null when the user has closed the form. Another dialog or screen may be open now.
          if (formRef.current) props.onSent(post);
        } catch (error) {
          release();
          setRefusal(showFieldErrors(error, setError) ? null : messageOf(error, ''));
          const account = accountIn(error);
          if (account !== null) show(account);
        }
      },
      ({ accountIds, ...others }) => {
        if (Object.keys(others).length > 0) show(null);
        else if (accountIds) setPart('accounts');
      },
    )();
  const send = () => {
    // The server's errors for accounts belong to the last attempt, and no field of the form clears them.
    clearErrors('targets');
    void submit();
  };

  const { drop } = draft;
  const startOver = useCallback(() => {
    props.onStartOver();
    drop();
    uploads.close();
  }, [props, uploads, drop]);
  const notice = useMemo(
    () => (
      <>
        <LostAccounts targets={targets} />
        {props.restored && <DraftNotice onDiscard={startOver} />}
      </>
    ),
    [props, targets, startOver],
  );
  const editorPlace = useMemo(() => ({ wide, part, setPart, view, show }), [wide, part, view, show]);

  return (
    <FormProvider {...form}>
      <DialogForm
        ref={formRef}
        // `submit` makes the whole form inert, because the footer contains fields too.
        isSaving={false}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
          event.preventDefault();
          if (!disabled) send();
          else if (blocked) goToProblem();
        }}
        onPaste={(event) => {
          const files = pastedFiles(event.clipboardData);
          if (files.length === 0) return;
          // The text beside copied files is their names.
          event.preventDefault();
          uploads.add(files);
        }}
        onDragOver={(event) => {
          if (areFromDesktop(event.dataTransfer)) event.preventDefault();
        }}
        onDrop={(event) => {
          if (event.defaultPrevented || !areFromDesktop(event.dataTransfer)) return;
          // Otherwise the browser leaves the page and opens the file.
          event.preventDefault();
          uploads.add([...event.dataTransfer.files]);
        }}
      >
        <PostEditor
          writer={writer}
          fits={fits}
          example={example}
          uploads={uploads}
          items={items}
          place={editorPlace}
          notice={notice}
        />
        <ComposerFooter
          id={problemsId}
          zone={writer.zone}
          postId={props.postId}
          draftId={props.draftId}
          fields={written}
          fits={fits}
          refusal={refusal}
          notice={props.changed && <ChangeNotice onDiscard={startOver} />}
          draft={draft.state}
          unsentFiles={unsentFiles}
          blocked={blocked}
          disabled={disabled}
          submit={uploading ? COMPOSER_TEXT.uploading : pending ? props.pendingLabel : props.submitLabel}
          onShowProblem={goToProblem}
        />
      </DialogForm>
    </FormProvider>
  );
}

/** Returns the account that the editor shows first: the only account of a draft, if it has its own text. */
function firstView({ fields: { accountIds, targets } }: KeptDraft): number | null {
  const [only, ...others] = accountIds;
  return only !== undefined && others.length === 0 && targets[targetKey(only)]?.own ? Number(only) : null;
}

const storedMedia = (items: readonly ComposerMediaItem[]) =>
  items.flatMap(({ view, altText }) => (view ? [{ ...view, altText: altText || null }] : []));
