import { memo, useState } from 'react';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { fullName } from '../../model/composer/account-names.ts';
import { itemsFor } from '../../model/composer/own-media.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import { useTargets } from '../../hooks/composer/use-targets.ts';
import { PlatformPreview } from './platform-preview.tsx';
import { PreviewTabs } from './preview-tabs.tsx';

const TEXT = COMPOSER_TEXT.preview;

type PostPreviewsProps = Readonly<{
  fits: readonly TargetFit[];
  media: readonly ComposerMediaItem[];
  /** The account in the editor. The preview shows this account until the user picks another tab. */
  view: number | null;
  /** The post on an example account, while no account is selected. */
  example: TargetFit | undefined;
}>;

/** Previews of the post on each account, with the exact text and files. Rendered again only when the post changes. */
export const PostPreviews = memo(function PostPreviews({ fits, media, view, example }: PostPreviewsProps) {
  const { fieldsFor } = useTargets();
  const [picked, setPicked] = useState<Readonly<{ tab: number; at: number | null }> | null>(null);
  const previews = fits.map((fit) => ({ fit, media: itemsFor(media, fieldsFor(fit.account.id)) }));
  return (
    <section aria-label={TEXT.heading}>
      {previews.length > 0 ? (
        <PreviewTabs
          previews={previews}
          at={picked && picked.at === view ? picked.tab : view}
          onPick={(tab) => {
            setPicked({ tab, at: view });
          }}
        />
      ) : (
        <p className="text-sm text-muted">{example ? TEXT.example(fullName(example.account)) : TEXT.none}</p>
      )}
      {example && (
        <div className="mt-3">
          <PlatformPreview fit={example} media={media} />
        </div>
      )}
    </section>
  );
});
