import type { UserView } from '@posthorn/contracts/identity/session.http';
import { LINK_PAGE, LINK_PAGE_TEXT, type LinkPageView } from '@posthorn/contracts/link-tree/link-page.http';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Progress } from '#ui/progress.tsx';
import { UpgradeLink } from '#ui/upgrade-link.tsx';
import { useRemoveBanner, useUploadBanner } from '../api/banner.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';

const TEXT = EDITOR_TEXT.banner;
const { banner } = LINK_PAGE;

/** Chooses the banner at the top of the page, which is a Premium feature. */
export function PageBanner({ user, page }: { user: UserView; page: LinkPageView }) {
  const { bannerImageUrl, bannerShown } = page;
  return (
    <Card aria-labelledby="banner">
      <h2 id="banner" className="text-lg font-semibold">
        {TEXT.heading}
      </h2>
      {bannerImageUrl !== null && (
        <img
          src={bannerImageUrl}
          alt={TEXT.alt}
          width={banner.width}
          height={banner.height}
          className="mt-3 aspect-3/1 w-full rounded-xl border object-cover"
        />
      )}
      {bannerImageUrl !== null && !bannerShown && <p className="mt-2 text-sm text-muted">{TEXT.kept}</p>}
      {user.isPremium ? (
        <BannerButtons user={user} hasBanner={bannerImageUrl !== null} />
      ) : (
        <p className="mt-1 text-sm">
          <UpgradeLink>{TEXT.premium}</UpgradeLink>
        </p>
      )}
    </Card>
  );
}

function BannerButtons({ user, hasBanner }: { user: UserView; hasBanner: boolean }) {
  const { progress, send } = useUploadBanner(user.id);
  const { mutate: remove, isPending: isRemoving } = useRemoveBanner(user.id);
  return (
    <>
      <p id="banner-hint" className="mt-2 text-sm text-muted">
        {LINK_PAGE_TEXT.bannerHint}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button asChild>
          <label className="has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
            {progress === null ? (hasBanner ? TEXT.replace : TEXT.choose) : TEXT.uploading}
            <input
              type="file"
              accept={banner.accept}
              aria-describedby="banner-hint"
              disabled={progress !== null}
              className="sr-only"
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file) send(file);
                // Lets the user choose the same file again.
                target.value = '';
              }}
            />
          </label>
        </Button>
        {hasBanner && (
          <Button
            variant="quiet"
            disabled={isRemoving || progress !== null}
            onClick={() => {
              remove();
            }}
          >
            {TEXT.remove}
          </Button>
        )}
      </div>
      {progress !== null && <Progress value={progress} label={TEXT.uploading} className="mt-3" />}
    </>
  );
}
