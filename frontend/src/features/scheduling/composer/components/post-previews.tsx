import { useState } from 'react';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { shortName } from '../account-names.ts';
import type { MediaItem } from '../media-uploads.ts';
import { COMPOSER_TEXT } from '../messages.en.ts';
import { itemsFor } from '../own-media.ts';
import type { TargetFit } from '../target-fit.ts';
import { useTargets } from '../use-targets.ts';
import { PlatformPreview } from './platform-preview.tsx';

const TEXT = COMPOSER_TEXT.preview;

type PostPreviewsProps = Readonly<{
  fits: readonly TargetFit[];
  media: readonly MediaItem[];
  /** The account that the editor is at; the preview goes along. */
  view: number | null;
}>;

/** The very text and files that each account will receive, laid out as its platform shows them. */
export function PostPreviews({ fits, media, view }: PostPreviewsProps) {
  const { of } = useTargets();
  const [picked, pick] = useState<Readonly<{ tab: string; at: number | null }> | null>(null);
  const accounts = fits.map(({ account }) => account);
  const wanted = picked && picked.at === view ? picked.tab : String(view);
  const tab = accounts.find(({ id }) => String(id) === wanted) ?? accounts[0];
  return (
    <section aria-label={TEXT.heading}>
      {tab ? (
        <Tabs
          label={TEXT.label}
          value={String(tab.id)}
          onValueChange={(next) => {
            pick({ tab: next, at: view });
          }}
          tabs={fits.map((fit) => ({
            value: String(fit.account.id),
            label: (
              <>
                <PlatformIcon platform={fit.account.platform} className="size-4" />
                <span className="max-w-40 truncate">{nameOf(fit, accounts)}</span>
              </>
            ),
            content: <PlatformPreview fit={fit} media={itemsFor(media, of(fit.account.id))} />,
          }))}
        />
      ) : (
        <p className="text-sm text-muted">{TEXT.none}</p>
      )}
    </section>
  );
}

/** Where several accounts of a platform are chosen, the picture before the name says which platform. */
function nameOf({ account }: TargetFit, among: readonly TargetFit['account'][]): string {
  const name = shortName(account, among);
  return name.endsWith(`(${account.accountName})`) ? account.accountName : name;
}
