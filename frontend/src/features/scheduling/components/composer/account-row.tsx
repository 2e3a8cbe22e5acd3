import Ellipsis from 'lucide-react/icons/ellipsis';
import Layers from 'lucide-react/icons/layers';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { ownProblems, type TargetFit } from '../../model/composer/target-fit.ts';
import { AccountChip, type ChipAccount } from './account-chip.tsx';

const TEXT = COMPOSER_TEXT.accounts;
/** Up to this number of accounts, the names fit next to the pictures. */
const MOST_WITH_NAMES = 3;

type AccountRowProps = Readonly<{
  accounts: readonly ChipAccount[];
  fits: readonly TargetFit[];
  /** The maximum number of accounts in the row. If there are more, the last button opens the others. */
  most: number;
  /** The account that the editor shows; null: the shared content. */
  view: number | null;
  isChosen: (id: number) => boolean;
  isUsable?: (id: number) => boolean;
  fixed?: boolean;
  onToggle?: (id: number) => void;
  onView: (view: number | null) => void;
  onMore: () => void;
}>;

/** One row of buttons: the shared content, then the accounts. */
export function AccountRow(props: AccountRowProps) {
  const { accounts, fits, most, view, isChosen, isUsable, fixed, onView } = props;
  const shown = accounts.length > most ? withView(accounts, most - 1, view) : accounts;
  const hidden = accounts.length - shown.length;
  const wide = accounts.length <= MOST_WITH_NAMES;
  return (
    <div className={classNames('flex flex-wrap', wide ? 'gap-2' : 'gap-x-0.5 gap-y-2 sm:gap-x-1')}>
      {fits.length > 1 && (
        <RowButton
          label={TEXT.sharedLong}
          word={TEXT.shared}
          pressed={view === null}
          onClick={() => {
            onView(null);
          }}
        >
          <Layers aria-hidden className="size-5" />
        </RowButton>
      )}
      {shown.map((account) => {
        const fit = fits.find((one) => one.account.id === account.id);
        return (
          <AccountChip
            key={account.id}
            account={account}
            chosen={isChosen(account.id)}
            shown={view === account.id}
            problems={fit?.problems.length ?? 0}
            own={fit?.textSource === 'own'}
            disabled={isUsable !== undefined && !isUsable(account.id)}
            fixed={fixed ?? false}
            wide={wide}
            onToggle={() => props.onToggle?.(account.id)}
            onShow={() => {
              if (fit) onView(view === account.id ? null : account.id);
            }}
          />
        );
      })}
      {hidden > 0 && (
        <RowButton label={TEXT.showMore(hidden)} word={TEXT.more(hidden)} onClick={props.onMore}>
          <Ellipsis aria-hidden className="size-5" />
        </RowButton>
      )}
    </div>
  );
}

/** Returns the first accounts, always including the account that the editor shows. */
function withView(accounts: readonly ChipAccount[], most: number, view: number | null) {
  const first = accounts.slice(0, most);
  const shownInEditor = accounts.slice(most).filter(({ id }) => id === view);
  return [...first.slice(0, most - shownInEditor.length), ...shownInEditor];
}

/** Sorts accounts with problems of their own first, so that the row shows them. */
export function problemsFirst<Account extends ChipAccount>(
  accounts: readonly Account[],
  fits: readonly TargetFit[],
): readonly Account[] {
  const rank = (id: number) =>
    fits.some((fit) => fit.account.id === id && ownProblems(fit).length > 0) ? 0 : 1;
  return accounts.toSorted((one, other) => rank(one.id) - rank(other.id));
}

type RowButtonProps = Readonly<{
  label: string;
  word: string;
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}>;

function RowButton({ label, word, pressed, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(
        'flex w-14 flex-col items-center gap-1.5 rounded-xl border py-1 max-sm:w-[3.25rem]',
        pressed ? 'border-primary bg-primary/5' : 'border-transparent',
      )}
      onClick={onClick}
    >
      <span className="flex size-[44px] items-center justify-center rounded-full bg-sunken">{children}</span>
      <span className="w-full truncate text-center text-xs text-muted">{word}</span>
    </button>
  );
}
