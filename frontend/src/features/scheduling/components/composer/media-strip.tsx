import CircleAlert from 'lucide-react/icons/circle-alert';
import { useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { MediaThumb } from '../media-thumb.tsx';
import type { MediaUploads } from '../../api/media-uploads.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { MediaItemCard } from './media-item-card.tsx';

const TEXT = COMPOSER_TEXT.media;

type MediaStripProps = Readonly<{ items: readonly ComposerMediaItem[]; uploads: MediaUploads }>;

/** The files in their order, and the details of one file: the selected file, else a failed file, else the latest file. */
export function MediaStrip({ items, uploads }: MediaStripProps) {
  const [picked, setPicked] = useState<number | null>(null);
  const latest = items.reduce((last, { id }) => Math.max(last, id), 0);
  const failed = items.find(({ state }) => state === 'failed');
  const open = items.find(({ id }) => id === picked) ?? failed ?? items.find(({ id }) => id === latest);
  if (!open) return null;
  return (
    <div className="space-y-2">
      <ol aria-label={TEXT.attached} className="flex flex-wrap gap-2">
        {items.map((item) => (
          <li key={item.id}>
            <Tile
              item={item}
              isOpen={item === open}
              onOpen={() => {
                setPicked(item.id);
              }}
            />
          </li>
        ))}
      </ol>
      <MediaItemCard item={open} uploads={uploads} first={open === items[0]} last={open === items.at(-1)} />
    </div>
  );
}

type TileProps = Readonly<{ item: ComposerMediaItem; isOpen: boolean; onOpen: () => void }>;

function Tile({ item: { name, kind, preview, state, altText, progress }, isOpen, onOpen }: TileProps) {
  const sending = state === 'sending' || state === 'waiting';
  const stateText = sending ? TEXT.isUploading : state === 'failed' ? TEXT.hasFailed : null;
  return (
    <button
      type="button"
      aria-label={[name, stateText].filter((word) => word !== null).join(', ')}
      aria-pressed={isOpen}
      className={classNames(
        'relative block rounded-xl',
        isOpen && 'ring-2 ring-primary ring-offset-2 ring-offset-surface',
      )}
      onClick={onOpen}
    >
      <MediaThumb kind={kind} src={preview} alt="" className="size-16" />
      {sending && (
        <span
          className="absolute bottom-0 left-0 h-1 rounded-full bg-primary"
          style={{ width: `${String(Math.round(progress * 100))}%` }}
        />
      )}
      {state === 'failed' && (
        <CircleAlert
          aria-hidden
          className="absolute top-1 right-1 size-4 rounded-full bg-surface text-failed"
        />
      )}
      {altText !== '' && (
        <span
          aria-hidden
          className="absolute right-1 bottom-1 rounded bg-scrim px-1 text-xs font-medium text-on-scrim"
        >
          {TEXT.hasAltText}
        </span>
      )}
    </button>
  );
}
