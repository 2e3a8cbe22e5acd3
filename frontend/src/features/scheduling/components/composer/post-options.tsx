import { useFormContext } from 'react-hook-form';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { problemMark } from '../../model/composer/next-problem.ts';
import { FIELD_CHECKS, type PostFields } from '../../model/composer/post-fields.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import type { Fixing } from './fix-buttons.tsx';
import { FitProblems } from './fit-problems.tsx';
import { AiRepliesToggle, PlanNote } from './plan-notes.tsx';

const TEXT = COMPOSER_TEXT.options;

type PostOptionsProps = Readonly<{ fits: readonly TargetFit[]; fixing: Fixing }>;

/** What all accounts get beside text and files, and what the plan adds. */
export function PostOptions({ fits, fixing }: PostOptionsProps) {
  const { register, formState } = useFormContext<PostFields>();
  const { errors } = formState;
  const missing = fits.some(({ problems }) => problems.some(({ place }) => place === 'title'));
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="space-y-2">
          <Field label={TEXT.title} optional error={errors.title?.message}>
            {(field) => (
              <Input
                {...field}
                {...problemMark(missing)}
                {...register('title', { validate: FIELD_CHECKS.title })}
              />
            )}
          </Field>
          <FitProblems fits={fits} place="title" fixing={fixing} />
        </div>
        <Field label={TEXT.hashtags} optional error={errors.hashtags?.message}>
          {(field) => (
            <Input
              {...field}
              placeholder={TEXT.hashtagsPlaceholder}
              {...register('hashtags', { validate: FIELD_CHECKS.hashtags })}
            />
          )}
        </Field>
      </div>
      <AiRepliesToggle isPremium={fixing.isPremium} />
      <PlanNote isPremium={fixing.isPremium} />
    </>
  );
}
