import { classNames } from '#lib/class-names.ts';
import { coverOf } from '../../model/composer/cover.ts';
import type { FeedLayout } from '../../model/composer/feed-layout.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import type { Preview } from '../../model/composer/preview-fit.ts';
import { MediaFrame, shapeOf, withinSpan } from './media-frame.tsx';
import { MediaThumb } from '../media-thumb.tsx';

const TEXT = COMPOSER_TEXT.preview;
const IN_GRID = 4;
/** The bounds of a shape (width divided by height), for a single file and for files in a row. */
const SHAPES = { min: 0.75, max: 2 } as const;

/** The pictures and videos of a post in a timeline. A carousel without files shows a placeholder, because such a post needs a file. */
export function FeedFiles({ fit, media, as }: Preview & Readonly<{ as: FeedLayout['files'] }>) {
  const [first] = media;
  if (as === 'carousel') return <Carousel {...{ fit, media }} />;
  if (!first) return null;
  if (media.length === 1)
    return <MediaFrame media={media} shape={withinSpan(shapeOf(first), SHAPES)} empty="" />;
  return as === 'row' ? <Row media={media} /> : <Grid media={media} mosaic={as === 'mosaic'} />;
}

/** All files have the shape of the first file. */
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

/** Each file keeps its own shape, and all have the same height. */
const Row = ({ media }: Pick<Preview, 'media'>) => (
  <div className="flex gap-1.5 overflow-hidden">
    {media.map((item) => (
      <div
        key={item.id}
        className="h-44 max-w-[85%] shrink-0 overflow-hidden rounded-xl"
        style={{ aspectRatio: String(withinSpan(shapeOf(item), SHAPES)) }}
      >
        <Thumb item={item} className="size-full" />
      </div>
    ))}
  </div>
);

/**
 * Shows at most four files. With three files, the first file is as high as the other two together.
 * `mosaic`: all files together have the shape 16:9.
 */
function Grid({ media, mosaic }: Pick<Preview, 'media'> & Readonly<{ mosaic: boolean }>) {
  const hidden = media.length - IN_GRID;
  return (
    <div
      className={classNames(
        'grid grid-cols-2 gap-0.5 overflow-hidden rounded-xl',
        mosaic && 'aspect-video auto-rows-fr',
      )}
    >
      {media.slice(0, IN_GRID).map((item, index) => {
        const tall = media.length === 3 && index === 0;
        return (
          <span key={item.id} className={classNames('relative min-h-0', tall && 'row-span-2')}>
            <Thumb item={item} className={tall || mosaic ? 'size-full' : 'aspect-square w-full'} />
            {hidden > 0 && index === IN_GRID - 1 && (
              <span className="absolute inset-0 flex items-center justify-center bg-scrim text-lg font-semibold text-on-scrim">
                {TEXT.hidden(hidden)}
              </span>
            )}
          </span>
        );
      })}
    </div>
  );
}

const Thumb = ({ item, className }: { item: ComposerMediaItem; className: string }) => (
  <MediaThumb
    kind={item.kind}
    src={item.preview}
    alt={item.altText || item.name}
    className={`rounded-none ${className}`}
  />
);
