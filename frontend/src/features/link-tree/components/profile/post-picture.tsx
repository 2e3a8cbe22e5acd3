import type { PublicPostView } from '@posthorn/contracts/scheduling/public-posts.http';
import Film from 'lucide-react/icons/film';
import ImageOff from 'lucide-react/icons/image-off';
import { useState } from 'react';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import { PROFILE_SCREEN_TEXT as TEXT } from '../../messages/profile.en.ts';

const LOOK = 'flex w-full items-center justify-center overflow-hidden bg-sunken text-muted';
const FRAME = `aspect-[4/3] ${LOOK}`;

/** The image of a post, a frame of its video, or a platform icon. The height is fixed before the image loads, so that nothing moves. */
export function PostPicture({ media, platforms }: Pick<PublicPostView, 'media' | 'platforms'>) {
  const [broken, setBroken] = useState(false);
  if (media === null)
    return (
      <div className={`h-24 ${LOOK}`}>
        {platforms[0] && <PlatformIcon platform={platforms[0]} className="size-8" />}
      </div>
    );
  const { mediaUrl, mediaType, thumbnailUrl, altText } = media;
  if (broken)
    return (
      <div role="img" aria-label={altText ?? TEXT.noPicture} className={FRAME}>
        {mediaType === 'video' ? (
          <Film aria-hidden className="size-8" />
        ) : (
          <ImageOff aria-hidden className="size-8" />
        )}
      </div>
    );
  const onError = () => {
    setBroken(true);
  };
  return (
    <div className={FRAME}>
      {mediaType === 'video' ? (
        <video
          src={`${mediaUrl}#t=2`}
          aria-label={altText ?? TEXT.video}
          preload="metadata"
          muted
          playsInline
          className="size-full object-cover"
          onError={onError}
        />
      ) : (
        <img
          src={thumbnailUrl ?? mediaUrl}
          alt={altText ?? TEXT.picture}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={onError}
        />
      )}
    </div>
  );
}
