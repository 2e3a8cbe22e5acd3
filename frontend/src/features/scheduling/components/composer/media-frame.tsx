import Film from 'lucide-react/icons/film';
import type { Span } from '@posthorn/contracts/integrations/platform-limits';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import { MediaThumb } from '../media-thumb.tsx';

/** The shape of a full-screen video on a phone, as width divided by height. */
export const TALL = 9 / 16;
/** The assumed shape of a file with unknown shape, as width divided by height. */
const UNKNOWN = { image: 1, video: 16 / 9 } as const;

/** Returns the shape of a file, as width divided by height. */
export const shapeOf = ({ kind, view }: ComposerMediaItem): number =>
  view?.width && view.height ? view.width / view.height : UNKNOWN[kind];

/** Returns the nearest shape that a platform shows. Without bounds, every shape is allowed. */
export const withinSpan = (shape: number, span: Span | undefined): number =>
  span ? Math.min(Math.max(shape, span.min), span.max) : shape;

type Props = Readonly<{
  media: readonly ComposerMediaItem[];
  /** Width divided by height. The frame crops a file of another shape, like the platform. */
  shape: number;
  /** For a single video: the moment of its cover, in milliseconds. */
  cover?: number | undefined;
  /** The platform shows the other files after a swipe, so the frame shows "1/3". */
  carousel?: boolean;
  /** The text for a missing file. */
  empty: string;
}>;

/** Shows the first file in the shape that the platform uses. A tall frame is narrow, so that the text stays visible. */
export function MediaFrame({ media, shape, cover, carousel, empty }: Props) {
  const [first] = media;
  return (
    <div
      className="relative mx-auto overflow-hidden rounded-xl"
      style={{
        aspectRatio: String(shape),
        maxWidth: shape < 1 ? `${String(Math.round(20 * shape))}rem` : undefined,
      }}
    >
      {first ? (
        <MediaThumb
          kind={first.kind}
          src={first.preview}
          alt={first.altText || first.name}
          at={cover}
          className="size-full rounded-none"
        />
      ) : (
        <div className="flex size-full flex-col items-center justify-center gap-2 bg-sunken p-3 text-center text-muted">
          <Film aria-hidden className="size-5" />
          {empty}
        </div>
      )}
      {carousel && media.length > 1 && (
        <span className="absolute top-2 right-2 rounded-full bg-label px-2 py-0.5 text-xs font-medium text-on-scrim">
          {COMPOSER_TEXT.preview.place(1, media.length)}
        </span>
      )}
    </div>
  );
}
