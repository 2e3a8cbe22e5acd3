import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import UserMinus from 'lucide-react/icons/user-minus';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { fullName } from '../../model/composer/account-names.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { problemMark } from '../../model/composer/next-problem.ts';
import type { PostFields } from '../../model/composer/post-fields.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import { useTargets } from '../../hooks/composer/use-targets.ts';
import { AccountOptions } from './account-options.tsx';
import { FixButtons, type Fixing } from './fix-buttons.tsx';
import { OwnMedia } from './own-media.tsx';

const TEXT = COMPOSER_TEXT.own;

type AccountEditorProps = Readonly<{
  fit: TargetFit;
  hint: string | undefined;
  fixing: Fixing;
  /** Options of the last post on the account. */
  last: PublishOptions;
}>;

/**
 * Edits the content of one account: its text, its files and the fields of its platform. The text follows the
 * shared text until the user changes it.
 */
export function AccountEditor({ fit, hint, fixing, last }: AccountEditorProps) {
  const { account } = fit;
  const name = fullName(account);
  return (
    <section aria-label={TEXT.heading(name)} className="space-y-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AccountAvatar accountId={account.id} name={account.accountName} platform={account.platform} />
        <h3 className="min-w-0 flex-1 basis-40 truncate text-sm font-medium">{TEXT.heading(name)}</h3>
        {fixing.onRemove && (
          <Button
            variant="quiet"
            onClick={() => {
              fixing.onRemove?.([account.id]);
            }}
          >
            <UserMinus aria-hidden />
            {TEXT.remove}
          </Button>
        )}
      </header>
      <OwnText fit={fit} name={name} fixing={fixing} />
      <OwnMedia fit={fit} name={name} items={fixing.items} fixing={fixing} />
      <AccountOptions fit={fit} hint={hint} items={fixing.items} last={last} />
    </section>
  );
}

function OwnText({ fit, name, fixing }: Readonly<{ fit: TargetFit; name: string; fixing: Fixing }>) {
  const { control } = useFormContext<PostFields>();
  const shared = useWatch({ control, name: 'content' });
  const { fieldsFor, change } = useTargets();
  const { id } = fit.account;
  const { own, content } = fieldsFor(id);
  // Includes problems of the shared text, because the user can solve them here for this account alone.
  const problems = fit.problems.filter(({ place }) => place === 'own' || place === 'content');
  const fix = problems.find((problem) => problem.fix !== undefined)?.fix;
  return (
    <div>
      <Field
        label={TEXT.label(name)}
        todo={problems.map(({ message }) => message).join(' ') || undefined}
        hint={
          <>
            <span className={fit.over ? 'font-medium text-failed' : undefined}>
              {TEXT.count(fit.used.toLocaleString('en'), fit.max.toLocaleString('en'))}
            </span>
            {!own && ` · ${TEXT.linked}`}
          </>
        }
      >
        {(props) => (
          <Textarea
            {...props}
            {...problemMark(problems.length > 0)}
            value={own ? content : shared}
            placeholder={shared}
            onChange={({ currentTarget }) => {
              change(id, { own: true, content: currentTarget.value });
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-x-3">
        {fix && (
          <FixButtons affected={[{ fit, fix }]} among={[fit]} fixing={{ ...fixing, onRemove: undefined }} />
        )}
        {own && (
          <Button
            variant="link"
            size="inline"
            onClick={() => {
              change(id, { own: false, content: '' });
            }}
          >
            {TEXT.reset}
          </Button>
        )}
      </div>
    </div>
  );
}
