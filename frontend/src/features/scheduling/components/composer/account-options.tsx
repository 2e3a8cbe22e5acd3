import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { FieldError } from '#ui/field-error.tsx';
import { Note } from '#ui/note.tsx';
import { Todo } from '#ui/todo.tsx';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import { problemMark } from '../../model/composer/next-problem.ts';
import { itemsFor } from '../../model/composer/own-media.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import { useTargets } from '../../hooks/composer/use-targets.ts';
import { OptionFields } from './option-fields.tsx';

type AccountOptionsProps = Readonly<{
  fit: TargetFit;
  hint: string | undefined;
  /** The files of the post. */
  items: readonly ComposerMediaItem[];
  /** Options of the last post on the account. */
  last: PublishOptions;
}>;

/** Shows the fields of an account's platform, the problems of the whole account, and a hint. */
export function AccountOptions({ fit, hint, items, last }: AccountOptionsProps) {
  const { fieldsFor, change, errorOf } = useTargets();
  const { id } = fit.account;
  const ofAccount = fit.problems.filter(({ place }) => place === 'account');
  return (
    <>
      {ofAccount.map(({ message }) => (
        <div key={message} tabIndex={-1} {...problemMark(true)}>
          <Todo message={message} />
        </div>
      ))}
      <FieldError message={errorOf(id)} />
      {hint && <Note>{hint}</Note>}
      <OptionFields
        fit={fit}
        options={fieldsFor(id).options}
        last={last}
        files={itemsFor(items, fieldsFor(id))}
        onChange={(options) => {
          change(id, { options });
        }}
      />
    </>
  );
}
