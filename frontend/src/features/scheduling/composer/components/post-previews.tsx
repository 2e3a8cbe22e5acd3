import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { MediaItem } from '../media-uploads.ts';
import type { TargetFit } from '../target-fit.ts';
import { PlatformPreview } from './platform-preview.tsx';

/** The very text and files that each account will receive, laid out as its platform shows them. */
export function PostPreviews({ fits, media }: { fits: readonly TargetFit[]; media: readonly MediaItem[] }) {
  if (fits.length === 0) return null;
  return (
    <section aria-labelledby="preview-title">
      <h3 id="preview-title" className="mb-1.5 text-sm font-medium">
        Preview
      </h3>
      <Tabs
        label="Preview for each account"
        tabs={fits.map((fit) => ({
          value: String(fit.account.id),
          label: (
            <>
              <PlatformIcon platform={fit.account.platform} className="size-4" />
              {fits.filter(({ account }) => account.platform === fit.account.platform).length > 1
                ? fit.account.accountName
                : PLATFORM_NAMES[fit.account.platform]}
            </>
          ),
          content: <PlatformPreview fit={fit} media={media} />,
        }))}
      />
    </section>
  );
}
