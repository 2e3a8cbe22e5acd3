import { Avatar } from '#ui/avatar.tsx';
import { coverOf } from '../cover.ts';
import { COMPOSER_TEXT } from '../messages.en.ts';
import type { Preview } from '../preview-fit.ts';
import { LinkCard } from './link-card.tsx';
import { MediaFrame, shapeOf, withinSpan } from './media-frame.tsx';
import { PreviewPaper } from './preview-paper.tsx';
import { PreviewText } from './preview-text.tsx';
import { MediaThumb } from '../../components/media-thumb.tsx';

const TEXT = COMPOSER_TEXT.preview;
const IN_GRID = 4;

type Props = Preview &
  Readonly<{
    /** `carousel`: one at a time, the first sets the shape of all. `grid`: side by side. */
    files: 'carousel' | 'grid';
  }>;

/** A post in a timeline. Where pictures are what it is about they stand before the text. */
export function FeedPreview({ fit, media, files }: Props) {
  const { account, text } = fit;
  const name = account.displayName ?? account.accountName;
  const { requiresMedia } = account.limits.text;
  const shown = files === 'carousel' ? <Carousel {...{ fit, media }} /> : <Grid media={media} />;
  return (
    <PreviewPaper platform={account.platform} className="flex gap-3">
      <Avatar name={account.accountName} />
      <div className="min-w-0 flex-1 space-y-3">
        <div>
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-muted">{account.accountName}</p>
        </div>
        {requiresMedia && shown}
        <PreviewText text={text} platform={account.platform} />
        {!requiresMedia && media.length > 0 && shown}
        <LinkCard fit={fit} />
      </div>
    </PreviewPaper>
  );
}

function Carousel({ fit, media }: Preview) {
  const { limits } = fit.account;
  const [first] = media;
  const span = first?.kind === 'video' ? limits.media.videoRatio : limits.media.imageRatio;
  return (
    <MediaFrame
      media={media}
      shape={first ? withinSpan(shapeOf(first), span) : 1}
      cover={coverOf(fit)}
      carousel
      empty={TEXT.yourMedia}
    />
  );
}

function Grid({ media }: Pick<Preview, 'media'>) {
  const [first] = media;
  if (first && media.length === 1)
    return <MediaFrame media={media} shape={withinSpan(shapeOf(first), { min: 0.75, max: 2 })} empty="" />;
  const hidden = media.length - IN_GRID;
  return (
    <div className="grid grid-cols-2 gap-1.5 overflow-hidden rounded-xl">
      {media.slice(0, IN_GRID).map(({ id, kind, preview, altText, name }, at) => (
        <span key={id} className="relative">
          <MediaThumb
            kind={kind}
            src={preview}
            alt={altText || name}
            className="aspect-square rounded-none"
          />
          {hidden > 0 && at === IN_GRID - 1 && (
            <span className="absolute inset-0 flex items-center justify-center bg-scrim text-lg font-semibold text-on-scrim">
              {TEXT.hidden(hidden)}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}
