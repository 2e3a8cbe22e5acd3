import { cardLink } from '@posthorn/contracts/integrations/link-card';
import type { LinkCardView } from '@posthorn/contracts/integrations/link-card.http';
import { classNames } from '#lib/class-names.ts';
import { useLinkPreview } from '../../api/link-preview.ts';
import { cardForm, type CardForm } from '../../model/composer/card-form.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { PreviewFit } from '../../model/composer/preview-fit.ts';

const TEXT = COMPOSER_TEXT.preview;
/** The shape of preview pictures on most pages (1200 × 630). */
const PICTURE = 'aspect-[1.91] w-full object-cover';

/** The card of the link, if this platform shows a card. The card comes last, so that the post does not move when the card loads. */
export function LinkCard({ fit }: { fit: PreviewFit }) {
  const { account, text, options, media } = fit;
  const link = cardLink({ platform: account.platform, text, options, files: media.length });
  const preview = useLinkPreview(link);
  if (link === null) return null;
  const form = cardForm(account.platform);
  return (
    <div aria-live="polite">
      {preview?.card ? (
        <Card card={preview.card} form={form} />
      ) : preview ? (
        <p className="text-muted">{TEXT.noCard(preview.message)}</p>
      ) : (
        <div className={classNames('rounded-xl bg-sunken', form.picture === 'above' ? PICTURE : 'h-20')} />
      )}
    </div>
  );
}

function Card({ card, form }: { card: LinkCardView; form: CardForm }) {
  const { pictureUrl, title, site } = card;
  if (form.titleOver && pictureUrl !== null)
    return (
      <figure aria-label={TEXT.linkCard}>
        <div className="relative overflow-hidden rounded-xl border">
          <img src={pictureUrl} alt="" className={PICTURE} />
          <span
            className="absolute bottom-2 left-2 max-w-[calc(100%-1rem)] truncate rounded bg-label px-1.5 text-on-scrim"
            dir="auto"
          >
            {title}
          </span>
        </div>
        <figcaption className="mt-1 truncate text-muted">{TEXT.fromSite(site)}</figcaption>
      </figure>
    );
  const beside = form.picture === 'beside';
  return (
    <figure
      aria-label={TEXT.linkCard}
      className={classNames(
        'overflow-hidden rounded-xl border',
        beside && 'flex items-center gap-[12px] p-[8px]',
      )}
    >
      {pictureUrl !== null && (
        <img
          src={pictureUrl}
          alt=""
          className={beside ? 'h-[64px] w-[112px] shrink-0 rounded-lg object-cover' : `border-b ${PICTURE}`}
        />
      )}
      <figcaption
        className={classNames(
          'flex min-w-0 flex-col',
          // Below a picture, a last line with the site has a border above.
          !beside &&
            'gap-0.5 px-[12px] py-2.5 [&>[data-line=site]:last-child]:mt-1 [&>[data-line=site]:last-child]:border-t [&>[data-line=site]:last-child]:pt-1.5',
        )}
      >
        {(form.titleOver ? (['title', ...form.lines] as const) : form.lines).map((line) => (
          <Line key={line} line={line} text={card[line]} />
        ))}
      </figcaption>
    </figure>
  );
}

function Line({ line, text }: Readonly<{ line: CardForm['lines'][number]; text: string }>) {
  if (text === '') return null;
  return (
    <span
      data-line={line}
      className={line === 'title' ? 'line-clamp-2 font-semibold' : 'line-clamp-2 text-muted'}
      dir={line === 'site' ? undefined : 'auto'}
    >
      {text}
    </span>
  );
}
