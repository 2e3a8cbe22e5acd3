import { avatarColour, initials } from '@posthorn/contracts/shared/avatar-colour';

/** Drawn from the name, without an external service. Hidden from screen readers, because it stands beside the name. */
export function Avatar({ name, className = 'size-10' }: { name: string; className?: string }) {
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
