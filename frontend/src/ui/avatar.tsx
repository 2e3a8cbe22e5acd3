import { avatarColour, initials } from '@posthorn/contracts/shared/avatar-colour';

type AvatarProps = Readonly<{ name: string; src?: string | null; className?: string }>;

/** A photo, or initials that are drawn without an external service. Hidden from screen readers, because it stands beside the name. */
export function Avatar({ name, src, className = 'size-10' }: AvatarProps) {
  if (src) return <img src={src} alt="" className={`${className} shrink-0 rounded-full object-cover`} />;
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
