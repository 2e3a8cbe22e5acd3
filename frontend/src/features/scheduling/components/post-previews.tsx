import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Avatar } from '#ui/avatar.tsx';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { MediaItem } from '../media-uploads.ts';
import type { TargetFit } from '../target-fit.ts';
import { MediaThumb } from './media-thumb.tsx';

/** The very text each account will receive. */
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
          content: <Preview fit={fit} media={media} />,
        }))}
      />
    </section>
  );
}

function Preview({ fit: { account, text }, media }: { fit: TargetFit; media: readonly MediaItem[] }) {
  const name = account.displayName ?? account.accountName;
  return (
    <div className="flex gap-3 rounded-2xl border p-4">
      <Avatar name={name} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="truncate font-semibold">{name}</p>
        <p className="truncate text-muted">{account.accountName}</p>
        <p className="mt-2 leading-relaxed whitespace-pre-wrap">
          {text === '' ? <span className="text-muted">Your text appears here as you write.</span> : text}
        </p>
        {media.length > 0 && (
          <div className="mt-3 grid grid-cols-2 gap-1.5 overflow-hidden rounded-xl">
            {media.slice(0, 4).map(({ id, kind, preview, altText, name: file }) => (
              <MediaThumb
                key={id}
                kind={kind}
                src={preview}
                alt={altText || file}
                className={
                  media.length === 1 ? 'col-span-2 aspect-video rounded-none' : 'aspect-square rounded-none'
                }
              />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
