import {
  OPTIONAL_WORD_NAMES,
  OPTIONAL_WORDS,
  type OptionalWord,
} from '@posthorn/contracts/scheduling/optional-words';
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

const PLACEHOLDERS: Readonly<Partial<Record<OptionalWord, string>>> = COMPOSER_TEXT.options.placeholders;

type PostOptionsProps = Readonly<{ fits: readonly TargetFit[]; fixing: Fixing }>;

/** The optional texts that all accounts get, the switch for automatic replies, and a note about the plan. */
export function PostOptions({ fits, fixing }: PostOptionsProps) {
  const { register, formState } = useFormContext<PostFields>();
  const { errors } = formState;
  const problems = fits.flatMap((fit) => fit.problems);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {OPTIONAL_WORD_NAMES.map((name) => (
          <div key={name} className="space-y-2">
            <Field label={OPTIONAL_WORDS[name].label} optional error={errors[name]?.message}>
              {(field) => (
                <Input
                  {...field}
                  {...problemMark(problems.some(({ place }) => place === name))}
                  placeholder={PLACEHOLDERS[name]}
                  {...register(name, { validate: FIELD_CHECKS[name] })}
                />
              )}
            </Field>
            <FitProblems fits={fits} place={name} fixing={fixing} />
          </div>
        ))}
      </div>
      <AiRepliesToggle isPremium={fixing.isPremium} />
      <PlanNote isPremium={fixing.isPremium} />
    </>
  );
}
