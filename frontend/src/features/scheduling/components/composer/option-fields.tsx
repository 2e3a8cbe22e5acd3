import { isApplicable } from '@posthorn/contracts/integrations/option-values';
import type { OptionValue, PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { useQuery } from '@tanstack/react-query';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { messageOf } from '#lib/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { dependsOnAccount, publishFieldsQuery } from '../../api/publish-fields.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { offeredAgain } from '../../model/composer/last-options.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import { OptionInput } from './option-input.tsx';

type Props = Readonly<{
  /** Its fields are those of the platform. Choices of the account are loaded when a field depends on it. */
  fit: TargetFit;
  options: PublishOptions;
  /** Options of the last post on the account. */
  last: PublishOptions;
  /** The files of the account. */
  files: readonly ComposerMediaItem[];
  onChange: (options: PublishOptions) => void;
}>;

/** The platform's own fields. A field that the platform wants the user to choose starts empty. */
export function OptionFields({ fit, options, last, files, onChange }: Props) {
  const { account, fields, media, title, problems } = fit;
  const depends = dependsOnAccount(fields);
  const own = useQuery({ ...publishFieldsQuery(account.id), enabled: depends });
  if (fields.length === 0) return null;
  if (depends && own.isPending)
    return <p className="text-sm text-muted">{COMPOSER_TEXT.own.askingChoices}</p>;
  if (depends && own.isError)
    return (
      <Note kind="error">
        <p>{messageOf(own.error, COMPOSER_TEXT.own.choicesFailed)}</p>
        <Button variant="link" size="inline" onClick={() => void own.refetch()}>
          {COMPOSER_TEXT.accounts.tryAgain}
        </Button>
      </Note>
    );
  const set = (name: string, value: OptionValue | undefined) => {
    const others = Object.entries(options).filter(([each]) => each !== name);
    onChange(Object.fromEntries(value === undefined || value === '' ? others : [...others, [name, value]]));
  };
  const asked = own.data ?? fields;
  const again = offeredAgain(asked, last, options);
  return (
    <>
      {Object.keys(again).length > 0 && (
        <Button
          onClick={() => {
            onChange({ ...options, ...again });
          }}
        >
          <RotateCcw aria-hidden />
          {COMPOSER_TEXT.own.asLastTime}
        </Button>
      )}
      {asked
        .filter((field) => isApplicable(field, { options, media }))
        .map((field) => (
          <OptionInput
            key={field.name}
            field={field}
            value={options[field.name]}
            title={title}
            files={files}
            todo={problems.find(({ option }) => option === field.name)?.message}
            onChange={(value) => {
              set(field.name, value);
            }}
          />
        ))}
    </>
  );
}
