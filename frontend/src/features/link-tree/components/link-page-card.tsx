import type { UserView } from '@posthorn/contracts/identity/session.http';
import type { LinkPageView } from '@posthorn/contracts/link-tree/link-page.http';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { linkPageAddress } from '#lib/link-page-address.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { UpgradeLink } from '#ui/upgrade-link.tsx';
import { linkPageQuery } from '../api/link-page.ts';
import { LINK_PAGE_CARD as TEXT } from '../messages/card.en.ts';
import { shownAddress } from '../model/page-address.ts';
import { CopyAddress } from './copy-address.tsx';
import { ViewPage } from './view-page.tsx';

type LinkPageCardProps = Readonly<{
  user: UserView;
  /** The button that sets a handle, for a user without one. */
  setHandle: ReactNode;
}>;

/** The URL of the public page, with links that open and edit the page. */
export function LinkPageCard({ user, setHandle }: LinkPageCardProps) {
  const { data: page } = useQuery(linkPageQuery);
  const { handle, pagesDomain } = user;
  const address = handle === null ? null : (page?.address ?? linkPageAddress(handle, pagesDomain));
  return (
    <Card aria-labelledby="link-page">
      <h2 id="link-page" className="text-lg font-semibold">
        {TEXT.title}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{handle === null ? TEXT.needsHandle : TEXT.hint}</p>
      {address !== null && <p className="mt-3 text-sm font-medium">{shownAddress(address)}</p>}
      {page && <Summary page={page} />}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {address === null ? (
          setHandle
        ) : (
          <>
            <ViewPage address={address} />
            <CopyAddress address={address} />
          </>
        )}
        <Button asChild>
          <Link to="/settings/link-page">{TEXT.edit}</Link>
        </Button>
        {user.isPremium ? (
          <Button asChild>
            <Link to="/settings/link-page" hash="banner">
              {TEXT.setBanner}
            </Link>
          </Button>
        ) : (
          <span className="text-sm">
            <UpgradeLink>{TEXT.bannerPremium}</UpgradeLink>
          </span>
        )}
      </div>
    </Card>
  );
}

function Summary({ page: { links, listed } }: { page: LinkPageView }) {
  const facts = [...(links.length > 0 ? [TEXT.links(links.length)] : []), ...(listed ? [] : [TEXT.unlisted])];
  return facts.length > 0 && <p className="text-sm text-muted">{facts.join(' · ')}</p>;
}
