/** The logo, a post horn on a square in the primary colour. */
export function Logo({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={`${className} shrink-0 text-primary`}>
      <rect width="32" height="32" rx="9" fill="currentColor" />
      <g
        className="stroke-on-primary"
        fill="none"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <circle cx="14" cy="16.5" r="5" />
        <path d="M5.5 11.5H14M9 16.5c0-3 2-5 5-5h3.5l8-4.5v11l-6.5-3" />
        <path d="M19 16.5c0 4.5-2.5 8-7 8H9" />
      </g>
    </svg>
  );
}
