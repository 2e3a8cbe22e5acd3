import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';

// The text has 16 px on a phone, because iOS zooms in on smaller text.
export const fieldLook =
  'by-default:h-11 w-full min-w-0 rounded-xl border border-edge/60 bg-surface px-3 text-base text-ink transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-invalid:border-failed sm:text-sm';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input dir="auto" className={classNames(fieldLook, className)} {...props} />;
}
