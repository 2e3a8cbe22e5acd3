import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { ChangeEvent, KeyboardEvent } from 'react';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { fullName } from '../../model/composer/account-names.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';

const TEXT = COMPOSER_TEXT.accounts;

export type ChipAccount = Pick<AccountView, 'id' | 'platform' | 'accountName' | 'displayName'>;

type AccountChipProps = Readonly<{
  account: ChipAccount;
  chosen: boolean;
  /** The editor currently shows this account. */
  shown: boolean;
  problems: number;
  /** The account has its own text. */
  own: boolean;
  disabled?: boolean;
  /** The account cannot be removed from the post. */
  fixed?: boolean;
  /** The name fits next to the picture. */
  wide: boolean;
  onToggle: () => void;
  onShow: () => void;
}>;

/** An account that the post can include. A tap selects the account. A tap on a selected account opens it in the editor. Keyboards and
 * screen readers get a checkbox, and Enter opens a selected account.
 */
export function AccountChip(props: AccountChipProps) {
  const { account, chosen, shown, problems, own, disabled = false, fixed = false, wide } = props;
  const states = [
    disabled && TEXT.reconnect,
    problems > 0 && TEXT.problems(problems),
    own && TEXT.ownText,
    shown && TEXT.edited,
  ].filter((state) => state !== false);
  const look = classNames(
    'relative flex rounded-xl border py-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
    wide
      ? 'min-h-14 min-w-0 flex-[1_1_11rem] items-center gap-3 px-2'
      : 'w-14 flex-col items-center gap-1.5 px-0 max-sm:w-[3.25rem]',
    shown && 'border-primary bg-primary/5',
    !shown && (wide ? (chosen ? 'border-primary/50' : 'border-line') : 'border-transparent'),
  );
  const picture = <Picture {...{ account, chosen, disabled, problems, wide }} />;
  if (fixed)
    return (
      <button
        type="button"
        aria-pressed={shown}
        title={account.accountName}
        className={look}
        onClick={props.onShow}
      >
        {picture}
        <span className="sr-only">{['', ...(wide ? [] : [fullName(account)]), ...states].join(', ')}</span>
      </button>
    );
  return (
    <label title={account.accountName} className={classNames(look, disabled && 'cursor-not-allowed')}>
      <input
        type="checkbox"
        aria-label={[fullName(account), ...states].join(', ')}
        checked={chosen}
        disabled={disabled}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-xl outline-none"
        onChange={({ nativeEvent }: ChangeEvent<HTMLInputElement>) => {
          // `detail` is 0 if a key or a screen reader caused the click.
          const isByPointer = nativeEvent instanceof UIEvent && nativeEvent.detail > 0;
          if (chosen && isByPointer) props.onShow();
          else props.onToggle();
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          // Enter in a checkbox would submit the form.
          event.preventDefault();
          if (chosen) props.onShow();
          else props.onToggle();
        }}
      />
      {picture}
    </label>
  );
}

type PictureProps = Readonly<{
  account: ChipAccount;
  chosen: boolean;
  disabled: boolean;
  problems: number;
  wide: boolean;
}>;

function Picture({ account, chosen, disabled, problems, wide }: PictureProps) {
  const name = account.displayName ?? account.accountName;
  return (
    <>
      <span
        className={classNames(
          'pointer-events-none relative flex shrink-0 rounded-full transition-opacity',
          chosen && 'ring-2 ring-primary ring-offset-2 ring-offset-surface',
          disabled ? 'opacity-40 grayscale' : !chosen && 'opacity-60',
        )}
      >
        <AccountAvatar
          accountId={account.id}
          name={account.accountName}
          platform={account.platform}
          size="thumb"
        />
        {(problems > 0 || disabled) && (
          <span
            className={classNames(
              'absolute -top-0.5 -right-0.5 size-3.5 rounded-full border-2 border-surface',
              disabled ? 'bg-attention' : 'bg-failed',
            )}
          />
        )}
      </span>
      {wide ? (
        <span className="pointer-events-none min-w-0 flex-1 text-left text-sm">
          <span className="block truncate font-medium">{account.accountName}</span>
          <span className="block truncate text-xs text-muted">
            {disabled ? TEXT.reconnect : PLATFORM_NAMES[account.platform]}
          </span>
        </span>
      ) : (
        // Two lines, because some names differ only at the end.
        <span className="pointer-events-none line-clamp-2 min-h-8 w-full text-center text-[min(0.75rem,3.4vw)] text-muted wrap-anywhere">
          {name}
        </span>
      )}
    </>
  );
}
