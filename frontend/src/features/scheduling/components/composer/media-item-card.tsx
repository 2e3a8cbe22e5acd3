import { MEDIA } from '@posthorn/contracts/shared/media.http';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';
import { Progress } from '#ui/progress.tsx';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { MediaUploads } from '../../api/media-uploads.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';

const TEXT = COMPOSER_TEXT.media;

type MediaItemCardProps = Readonly<{
  item: ComposerMediaItem;
  uploads: MediaUploads;
  first: boolean;
  last: boolean;
}>;

/** The state, the description and the actions of one file. */
export function MediaItemCard({ item, uploads, first, last }: MediaItemCardProps) {
  const { id, name, state, progress, problem, altText, size } = item;
  const sending = state === 'sending' || state === 'waiting';
  return (
    <div className="rounded-xl border p-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-16 text-sm">
          <p className="truncate font-medium">{name}</p>
          {sending ? (
            <Progress value={progress} label={TEXT.uploading(name)} className="mt-2" />
          ) : (
            <p className={state === 'failed' ? 'text-failed' : 'text-muted'}>{problem ?? megabytes(size)}</p>
          )}
        </div>
        <div className="ml-auto flex shrink-0">
          {state === 'failed' && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={TEXT.retry(name)}
              onClick={() => {
                uploads.retry(id);
              }}
            >
              <RotateCcw aria-hidden />
            </Button>
          )}
          {!first && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={TEXT.moveUp(name)}
              onClick={() => {
                uploads.move(id, -1);
              }}
            >
              <ArrowUp aria-hidden />
            </Button>
          )}
          {!last && (
            <Button
              variant="quiet"
              size="icon"
              aria-label={TEXT.moveDown(name)}
              onClick={() => {
                uploads.move(id, 1);
              }}
            >
              <ArrowDown aria-hidden />
            </Button>
          )}
          <Button
            variant="quiet"
            size="icon"
            aria-label={sending ? TEXT.cancel(name) : TEXT.remove(name)}
            onClick={() => {
              uploads.remove(id);
            }}
          >
            <X aria-hidden />
          </Button>
        </div>
      </div>
      {state !== 'failed' && (
        <Input
          aria-label={TEXT.altText(name)}
          placeholder={TEXT.altTextPlaceholder}
          maxLength={MEDIA.altTextMax}
          value={altText}
          className="mt-2"
          onChange={(event) => {
            uploads.describe(id, event.target.value);
          }}
        />
      )}
    </div>
  );
}

function megabytes(bytes: number): string {
  return bytes < 1_000_000 ? `${String(Math.ceil(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
