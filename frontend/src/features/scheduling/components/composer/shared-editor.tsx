import { memo } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import type { MediaUploads } from '../../api/media-uploads.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { problemMark } from '../../model/composer/next-problem.ts';
import { FIELD_CHECKS, type PostFields } from '../../model/composer/post-fields.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import type { Fixing } from './fix-buttons.tsx';
import { FitCounters } from './fit-counters.tsx';
import { FitProblems } from './fit-problems.tsx';
import { MediaField } from './media-field.tsx';
import { PostOptions } from './post-options.tsx';
import { ToDoList } from './to-do-list.tsx';

const TEXT = COMPOSER_TEXT.content;

type SharedEditorProps = Readonly<{
  fits: readonly TargetFit[];
  uploads: MediaUploads;
  items: readonly ComposerMediaItem[];
  fixing: Fixing;
  onView: (accountId: number) => void;
}>;

/** Edits the content that all accounts share: text, files and options. Rendered again only when the post changes. */
export const SharedEditor = memo(function SharedEditor({
  fits,
  uploads,
  items,
  fixing,
  onView,
}: SharedEditorProps) {
  const { register, formState } = useFormContext<PostFields>();
  const { errors } = formState;
  const tooLong = fits.some(({ problems }) => problems.some(({ place }) => place === 'content'));
  return (
    <>
      <div className="space-y-2">
        <Field label={TEXT.label} error={errors.content?.message}>
          {(field) => (
            <Textarea
              {...field}
              {...problemMark(tooLong)}
              data-autofocus
              placeholder={TEXT.placeholder}
              className="max-sm:max-h-44"
              {...register('content', { validate: FIELD_CHECKS.content })}
            />
          )}
        </Field>
        <FitCounters fits={fits} />
        <FitProblems fits={fits} place="content" fixing={fixing} />
      </div>
      <MediaField
        uploads={uploads}
        items={items}
        fits={fits}
        fixing={fixing}
        error={errors.root?.['mediaFiles']?.message}
      />
      {fits.length > 1 && <ToDoList fits={fits} onView={onView} />}
      <PostOptions fits={fits} fixing={fixing} />
    </>
  );
});
