import { avatarColour, initials } from '@posthorn/contracts/shared/avatar-colour';

type AvatarProps = Readonly<{
  name: string;
  /** The address of a photo; absent or null: initials are drawn. */
  photo?: string | null;
  className?: string;
}>;

/** A photo, or initials that are drawn without an external service. Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, photo, className = 'size-10' }: AvatarProps) {
  if (photo) return <img src={photo} alt="" className={`${className} shrink-0 rounded-full bg-sunken`} />;
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
