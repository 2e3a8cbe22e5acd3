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
import { fieldsInWords } from '../../model/composer/option-words.ts';
import { offeredAgain } from '../../model/composer/last-options.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import { OptionInput } from './option-input.tsx';

type Props = Readonly<{
  /** The account, with the fields of its platform. The component loads choices that depend on the account. */
  fit: TargetFit;
  options: PublishOptions;
  /** Options of the last post on the account. */
  last: PublishOptions;
  /** The files that the account gets. */
  files: readonly ComposerMediaItem[];
  onChange: (options: PublishOptions) => void;
}>;

/** The fields of one platform. A field that the user must choose, by the rules of the platform, starts empty. */
export function OptionFields({ fit, options, last, files, onChange }: Props) {
  const { account, fields, media, title, problems } = fit;
  const depends = dependsOnAccount(fields);
  const loaded = useQuery({ ...publishFieldsQuery(account.id), enabled: depends });
  if (fields.length === 0) return null;
  if (depends && loaded.isPending)
    return <p className="text-sm text-muted">{COMPOSER_TEXT.own.askingChoices}</p>;
  if (depends && loaded.isLoadingError)
    return (
      <Note kind="error">
        <p>{messageOf(loaded.error, COMPOSER_TEXT.own.choicesFailed)}</p>
        <Button variant="link" size="inline" onClick={() => void loaded.refetch()}>
          {COMPOSER_TEXT.accounts.tryAgain}
        </Button>
      </Note>
    );
  const set = (name: string, value: OptionValue | undefined) => {
    const others = Object.entries(options).filter(([each]) => each !== name);
    onChange(Object.fromEntries(value === undefined || value === '' ? others : [...others, [name, value]]));
  };
  const currentFields = loaded.data ? fieldsInWords(account.platform, loaded.data) : fields;
  const lastChoices = offeredAgain(currentFields, last, options);
  return (
    <>
      {Object.keys(lastChoices).length > 0 && (
        <Button
          onClick={() => {
            onChange({ ...options, ...lastChoices });
          }}
        >
          <RotateCcw aria-hidden />
          {COMPOSER_TEXT.own.asLastTime}
        </Button>
      )}
      {currentFields
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
