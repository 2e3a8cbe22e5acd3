import Film from 'lucide-react/icons/film';
import ImageOff from 'lucide-react/icons/image-off';
import Play from 'lucide-react/icons/play';
import { useEffect, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { useDebounced } from '#lib/debounced.ts';
import type { videoFrame } from '../model/video-frame.ts';

const PAUSE_MS = 150;

type MediaThumbProps = Readonly<{
  kind: 'image' | 'video';
  src: string;
  alt: string;
  /** For a video: the moment to show, in milliseconds. */
  at?: number | undefined;
  className?: string;
}>;

/** A small picture of an image, or of one moment of a video. */
export function MediaThumb({ kind, src, alt, at, className }: MediaThumbProps) {
  const look = classNames(
    'relative flex items-center justify-center overflow-hidden by-default:rounded-xl bg-sunken text-muted',
    className,
  );
  return kind === 'video' ? (
    <VideoThumb src={src} alt={alt} at={at} look={look} />
  ) : (
    <ImageThumb key={src} src={src} alt={alt} look={look} />
  );
}

type ThumbProps = Readonly<{ src: string; alt: string; look: string }>;

function ImageThumb({ src, alt, look }: ThumbProps) {
  const [broken, setBroken] = useState(false);
  if (broken)
    return (
      <span role="img" aria-label={alt || 'A picture that cannot be shown'} className={look}>
        <ImageOff aria-hidden className="size-5" />
      </span>
    );
  return (
    <span className={look}>
      <img
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
        onError={() => {
          setBroken(true);
        }}
      />
    </span>
  );
}

function VideoThumb({ src, alt, at, look }: ThumbProps & Pick<MediaThumbProps, 'at'>) {
  const frame = useVideoFrame(src, at);
  return (
    <span role="img" aria-label={alt || 'Video'} className={look}>
      {frame ? (
        <img src={frame} alt="" className="size-full object-cover" />
      ) : (
        <Film aria-hidden className="size-5" />
      )}
      {frame && (
        <span className="absolute flex size-8 items-center justify-center rounded-full bg-scrim">
          <Play aria-hidden className="size-4 fill-current text-on-scrim" />
        </span>
      )}
    </span>
  );
}

/** Loads the code with the first video, because most lists show no video. */
const loadVideoFrame: typeof videoFrame = async (...args) => {
  const { videoFrame } = await import('../model/video-frame.ts');
  return videoFrame(...args);
};

function useVideoFrame(src: string, at: number | undefined): string | null {
  const [frame, setFrame] = useState<string | null>(null);
  // Waits for a pause, because each value draws a frame, and a moving slider has many values.
  const moment = useDebounced(at === undefined ? '' : String(at), PAUSE_MS);
  useEffect(() => {
    const unmount = new AbortController();
    let frameUrl: string | undefined;
    loadVideoFrame(src, unmount.signal, moment === '' ? undefined : Number(moment)).then(
      (url) => {
        frameUrl = url;
        if (unmount.signal.aborted) URL.revokeObjectURL(url);
        else setFrame(url);
      },
      () => {
        // A video icon replaces a frame that cannot be drawn.
        setFrame(null);
      },
    );
    return () => {
      unmount.abort();
      if (frameUrl) URL.revokeObjectURL(frameUrl);
    };
  }, [src, moment]);
  return frame;
}
