import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { classNames } from '#lib/class-names.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { CARD_TEXT } from '../../messages/posts.en.ts';
import { ViewPost } from './view-post.tsx';

const AVATARS = 3;
/** The number of shown names. A count replaces the others, because two whole names are clearer than five cut names. */
const NAMES = 2;
const STATUSES = ['posted', 'publishing', 'scheduled'] as const;

type HealthyTargetsProps = Readonly<{
  post: PostView;
  /** The ids of the accounts without a problem. */
  healthyIds: readonly number[];
  isOpen: boolean;
  onToggle: () => void;
}>;

/** The accounts without a problem, in one line that opens the card, for example "14 posted". A single published account also has a link. */
export function HealthyTargets({ post, healthyIds, isOpen, onToggle }: HealthyTargetsProps) {
  const targets = post.targets.filter(({ accountId }) => healthyIds.includes(accountId));
  const names = targets.map(({ accountName }) => accountName);
  const others = names.slice(NAMES);
  const [only] = targets.length === 1 ? targets : [];
  return (
    <div className="flex h-5 items-center gap-3 text-xs">
      {/* High enough for a thumb. The button overlaps the text above. */}
      <button
        type="button"
        aria-expanded={isOpen}
        title={names.join(', ')}
        onClick={onToggle}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-lg text-left text-muted"
      >
        <span className="sr-only">{CARD_TEXT.showAll} </span>
        <span className="flex shrink-0 gap-1.5 empty:hidden">
          {targets.slice(0, AVATARS).map(({ accountId, accountName, platform }) => (
            <AccountAvatar key={accountId} accountId={accountId} name={accountName} platform={platform} />
          ))}
        </span>
        {targets.length > 1 && <Counts targets={targets} />}
        <span className="sr-only">{names.join(', ')}</span>
        <span aria-hidden className="min-w-0 shrink-[99999] truncate">
          {names.slice(0, NAMES).join(', ')}
        </span>
        {others.length > 0 && (
          <span aria-hidden className="max-sm:min-w-0 max-sm:truncate sm:shrink-0">
            {CARD_TEXT.furtherAccounts(others.length)}
          </span>
        )}
        <ChevronDown
          aria-hidden
          className={classNames('size-4 shrink-0 transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      {only?.permalink && !isOpen && <ViewPost href={only.permalink} platform={only.platform} />}
    </div>
  );
}

/** The number of accounts in each state. Shows nothing when all are scheduled, because the card already shows this state. */
function Counts({ targets }: { targets: readonly TargetView[] }) {
  const counted = STATUSES.flatMap((status) => {
    const { length } = targets.filter((target) => target.status === status);
    return length > 0 ? [{ status, length }] : [];
  });
  if (counted.every(({ status }) => status === 'scheduled')) return null;
  return (
    <span className="font-medium text-ink max-sm:min-w-0 max-sm:truncate sm:shrink-0">
      {counted.map(({ status, length }) => CARD_TEXT.count[status](length)).join(' · ')}
    </span>
  );
}
