import { classNames } from '#lib/class-names.ts';

/** A progress bar. `value`: from 0 to 1. */
export function Progress({ value, label, className }: { value: number; label: string; className?: string }) {
  const percent = Math.round(value * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={classNames('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className="h-full rounded-full bg-primary transition-[width]"
        style={{ width: `${String(percent)}%` }}
      />
    </div>
  );
}
