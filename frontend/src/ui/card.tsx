import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      className={classNames('rounded-2xl border bg-surface p-side shadow-card sm:p-5', className)}
      {...props}
    />
  );
}
