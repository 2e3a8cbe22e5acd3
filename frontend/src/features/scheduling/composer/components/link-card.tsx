import { cardLink } from '@posthorn/contracts/integrations/link-card';
import type { LinkCardView } from '@posthorn/contracts/integrations/link-card.http';
import { useLinkPreview } from '../api/link-preview.ts';
import { COMPOSER_TEXT } from '../messages.en.ts';
import type { PreviewFit } from '../preview-fit.ts';

const TEXT = COMPOSER_TEXT.preview;

/** The card of the first link, where this platform shows one. Its place is as high before the page is known as after. */
export function LinkCard({ fit }: { fit: PreviewFit }) {
  const { account, text, options, media } = fit;
  const link = cardLink({ platform: account.platform, text, options, files: media.length });
  const preview = useLinkPreview(link);
  if (link === null) return null;
  return (
    <div className="h-24" aria-live="polite">
      {preview?.card ? (
        <Card card={preview.card} />
      ) : preview ? (
        <p className="text-muted">{TEXT.noCard(preview.message)}</p>
      ) : (
        <div className="h-full rounded-xl bg-sunken" />
      )}
    </div>
  );
}

function Card({ card: { pictureUrl, title, description, site } }: { card: LinkCardView }) {
  return (
    <figure aria-label={TEXT.linkCard} className="flex h-full overflow-hidden rounded-xl border">
      {pictureUrl !== null && <img src={pictureUrl} alt="" className="h-full w-24 shrink-0 object-cover" />}
      <figcaption className="flex min-w-0 flex-col justify-center px-3">
        <span className="line-clamp-2 font-semibold" dir="auto">
          {title}
        </span>
        {description !== '' && (
          <span className="truncate text-muted" dir="auto">
            {description}
          </span>
        )}
        <span className="truncate text-muted">{site}</span>
      </figcaption>
    </figure>
  );
}
