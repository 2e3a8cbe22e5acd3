import { avatarColour, initials } from '@posthorn/contracts/shared/avatar-colour';
import { useState } from 'react';

type AvatarProps = Readonly<{
  name: string;
  /** The URL of a photo; absent or null: initials are drawn. */
  photo?: string | null | undefined;
  className?: string;
  /** The size that reserves the space of a photo before styles and photo load. */
  pixels?: number;
}>;

/** A photo, or initials that are drawn without an external service. Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, photo, className = 'size-10', pixels = 40 }: AvatarProps) {
  // The file may be gone, for example when the user has just chosen another photo.
  const [missing, setMissing] = useState<string | null>(null);
  if (photo && photo !== missing)
    return (
      <img
        src={photo}
        alt=""
        width={pixels}
        height={pixels}
        loading="lazy"
        decoding="async"
        className={`${className} shrink-0 rounded-full bg-sunken object-cover`}
        onError={() => {
          setMissing(photo);
        }}
      />
    );
  return (
    <svg viewBox="0 0 40 40" aria-hidden className={`${className} shrink-0 rounded-full`}>
      <rect width="40" height="40" fill={avatarColour(name)} />
      <text
        x="20"
        y="20"
        fill="#fff"
        fontSize="15"
        fontWeight="600"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {initials(name)}
      </text>
    </svg>
  );
}
