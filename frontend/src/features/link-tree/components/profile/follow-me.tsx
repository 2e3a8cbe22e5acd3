import type { PublicAccountView, PublicUserView } from '@posthorn/contracts/identity/public-user.http';
import ExternalLink from 'lucide-react/icons/external-link';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Card } from '#ui/card.tsx';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { PROFILE_SCREEN_TEXT as TEXT } from '../../messages/profile.en.ts';

/** Lists the connected accounts. An account without a known URL has no link. */
export function FollowMe({ accounts }: Pick<PublicUserView, 'accounts'>) {
  if (accounts.length === 0) return null;
  return (
    <Card aria-labelledby="follow-me">
      <h2 id="follow-me" className="text-lg font-semibold">
        {TEXT.followMe}
      </h2>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-2">
        {accounts.map((account) => (
          <li key={`${account.platform} ${account.accountName}`} className="min-w-0">
            <Account account={account} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const LOOK = 'flex min-h-12 min-w-0 items-center gap-2 rounded-xl border px-2 py-1 sm:gap-3 sm:px-3 text-sm';

function Account({ account: { platform, accountName, address } }: { account: PublicAccountView }) {
  const content = (
    <>
      <PlatformBadge platform={platform} className="size-[24px]" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{PLATFORM_NAMES[platform]}</span>
        <span dir="auto" className="block truncate text-muted">
          {accountName}
        </span>
      </span>
    </>
  );
  if (address === null) return <span className={LOOK}>{content}</span>;
  return (
    <a href={address} target="_blank" rel="noopener" className={`${LOOK} hover:bg-sunken`}>
      {content}
      <ExternalLink aria-hidden className="size-[16px] shrink-0 text-muted" />
      <span className="sr-only">{TEXT.newTab}</span>
    </a>
  );
}
