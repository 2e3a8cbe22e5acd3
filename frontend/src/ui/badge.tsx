import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';

const look = cva(
  'inline-flex max-w-full shrink-0 items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-xs font-medium wrap-break-word [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        neutral: 'bg-surface text-muted',
        primary: 'border-primary/40 bg-surface text-primary',
        posted: 'border-posted/40 bg-surface text-posted',
        failed: 'border-failed/40 bg-surface text-failed',
        scheduled: 'border-scheduled/40 bg-surface text-scheduled',
        attention: 'border-attention/40 bg-surface text-attention',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type Tone = NonNullable<VariantProps<typeof look>['tone']>;

/** A word with an icon. The colour alone must not carry meaning. */
export function Badge({ tone, className, ...props }: ComponentProps<'span'> & { tone?: Tone }) {
  return <span className={classNames(look({ tone }), className)} {...props} />;
}
