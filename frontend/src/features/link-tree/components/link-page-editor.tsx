import type { UserView } from '@posthorn/contracts/identity/session.http';
import type { LinkPageView } from '@posthorn/contracts/link-tree/link-page.http';
import { useLocation } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { goToSection } from '#lib/go-to-section.ts';
import { useMedia } from '#lib/use-media.ts';
import { Card } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { PAGE_PHOTO_TEXT } from '../messages/page-photo.en.ts';
import { AboutYou } from './about-you.tsx';
import { OwnLinks } from './own-links.tsx';
import { PageAccounts } from './page-accounts.tsx';
import { PageBanner } from './page-banner.tsx';
import { PageLook } from './page-look.tsx';
import { PagePicture } from './page-picture.tsx';
import { PagePosts } from './page-posts.tsx';

const TEXT = EDITOR_TEXT;
/** From this width on, the preview fits next to the fields. The `lg:` classes use the same width. */
const SIDE_BY_SIDE = '(min-width: 64rem)';

type LinkPageEditorProps = Readonly<{
  user: UserView;
  page: LinkPageView;
  /** The photo of the user, with buttons that change it. */
  photo: ReactNode;
}>;

/** The fields and a preview of the page: side by side, or in tabs on a phone. */
export function LinkPageEditor({ user, page, photo }: LinkPageEditorProps) {
  const isSideBySide = useMedia(SIDE_BY_SIDE);
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    goToSection(hash);
  }, [hash]);
  const fields = <Fields user={user} page={page} photo={photo} />;
  const preview =
    user.handle === null ? <Note>{TEXT.picture.none}</Note> : <PagePicture handle={user.handle} />;
  if (!isSideBySide)
    return (
      <Tabs
        label={TEXT.view.tabs}
        tabs={[
          { value: 'edit', label: TEXT.view.edit, content: fields },
          { value: 'picture', label: TEXT.view.picture, content: preview },
        ]}
      />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_20rem] gap-6 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
      {fields}
      <div className="sticky top-[calc(var(--banner)+1.5rem)] self-start">{preview}</div>
    </div>
  );
}

const Fields = ({ user, page, photo }: LinkPageEditorProps) => (
  <div className="space-y-5 *:scroll-mt-[calc(var(--banner)+1.5rem)]">
    <OwnLinks links={page.links} zone={user.timezone} />
    <Card aria-labelledby="photo">
      <h2 id="photo" className="mb-3 text-lg font-semibold">
        {PAGE_PHOTO_TEXT.heading}
      </h2>
      {photo}
    </Card>
    <AboutYou userId={user.id} sentence={page.sentence} />
    <PageLook page={page} />
    <PageBanner user={user} page={page} />
    <PageAccounts accounts={page.accounts} explainsClicks={page.links.length === 0} />
    <PagePosts page={page} isPremium={user.isPremium} zone={user.timezone} />
  </div>
);
