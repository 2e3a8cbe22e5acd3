import ChevronRight from 'lucide-react/icons/chevron-right';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { shortName } from '../../model/composer/account-names.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { ownProblems, type TargetFit } from '../../model/composer/target-fit.ts';

const TEXT = COMPOSER_TEXT.problems;

type ToDoListProps = Readonly<{ fits: readonly TargetFit[]; onView: (accountId: number) => void }>;

/** Lists the accounts with problems of their own. A tap opens the account in the editor. */
export function ToDoList({ fits, onView }: ToDoListProps) {
  const accounts = fits.map(({ account }) => account);
  const open = fits.filter((fit) => ownProblems(fit).length > 0);
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="to-do-title" className="space-y-1.5">
      <h3 id="to-do-title" className="text-sm font-medium">
        {TEXT.toDoTitle}
      </h3>
      <ul className="divide-y rounded-xl border">
        {open.map((fit) => (
          <li key={fit.account.id}>
            <button
              type="button"
              className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-3 py-1.5 text-left text-sm"
              onClick={() => {
                onView(fit.account.id);
              }}
            >
              <AccountAvatar
                accountId={fit.account.id}
                name={fit.account.accountName}
                platform={fit.account.platform}
              />
              <span className="min-w-0 flex-1 basis-24">{shortName(fit.account, accounts)}</span>
              <span className="text-failed">{TEXT.toDo(ownProblems(fit).length)}</span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
