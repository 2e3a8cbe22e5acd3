import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { Link } from '@tanstack/react-router';
import Unplug from 'lucide-react/icons/unplug';
import { useFormContext, useWatch } from 'react-hook-form';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AccountCheckbox } from '#ui/account-checkbox.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field-error.tsx';
import { Note } from '#ui/note.tsx';
import { FIELD_CHECKS, type PostFields } from '../post-fields.ts';

/** Accounts as another feature loaded them. */
export type Accounts = Readonly<{ list: readonly AccountView[]; failed: boolean; onRetry: () => void }>;

/** So many fit one below the other on a phone. */
const FEW = 3;
const RECONNECT_FIRST = ': connect it again in Settings to publish there.';

const isUsable = ({ isActive, status }: AccountView): boolean => isActive && status === 'active';

export function AccountChooser({ accounts: { list, failed, onRetry } }: { accounts: Accounts }) {
  const { register, formState } = useFormContext<PostFields>();
  const error = formState.errors.accountIds?.message;
  return (
    <fieldset className="min-w-0 space-y-2" aria-describedby={error ? 'accounts-error' : undefined}>
      <legend className="mb-1.5 text-sm font-medium">Accounts</legend>
      {failed && (
        <Note kind="error">
          <p>Your accounts could not be loaded.</p>
          <Button variant="link" size="inline" onClick={onRetry}>
            Try again
          </Button>
        </Note>
      )}
      {!failed && list.length === 0 && <NoAccounts />}
      {list.length > FEW && <AllOrNone list={list.filter(isUsable)} />}
      <div
        className={classNames(
          'grid gap-2',
          list.length > FEW && 'grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] sm:grid-cols-2',
        )}
      >
        {list.map((account) => (
          <AccountCheckbox
            key={account.id}
            account={account.accountName}
            platform={account.platform}
            facts={PLATFORM_NAMES[account.platform] + (isUsable(account) ? '' : RECONNECT_FIRST)}
            value={String(account.id)}
            disabled={!isUsable(account)}
            className={classNames('min-w-0 gap-2.5', !isUsable(account) && 'col-span-full')}
            {...register('accountIds', { validate: FIELD_CHECKS.accountIds })}
          />
        ))}
      </div>
      <FieldError id="accounts-error" message={error} />
    </fieldset>
  );
}

function AllOrNone({ list }: { list: readonly AccountView[] }) {
  const { control, setValue, formState } = useFormContext<PostFields>();
  const chosen = useWatch({ control, name: 'accountIds' });
  const choose = (accountIds: string[]) => {
    setValue('accountIds', accountIds, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  const all = chosen.length >= list.length;
  return (
    <div className="flex items-center justify-between gap-3 text-sm text-muted">
      <p>
        {chosen.length} of {list.length} chosen
      </p>
      <Button
        variant="link"
        size="inline"
        onClick={() => {
          choose(all ? [] : list.map(({ id }) => String(id)));
        }}
      >
        {all ? 'Choose none' : 'Choose all'}
      </Button>
    </div>
  );
}

function NoAccounts() {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-xl border border-dashed p-side">
      <Unplug aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-[min(10rem,100%)] flex-1 text-sm">
        <p className="font-medium">No connected accounts</p>
        <p className="text-muted">A post needs somewhere to go. What you write here is kept.</p>
      </div>
      <Button asChild>
        <Link to="/settings">Connect in Settings</Link>
      </Button>
    </div>
  );
}
