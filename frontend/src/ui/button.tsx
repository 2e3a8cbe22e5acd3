import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui/slot';
import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';

const look = cva(
  'by-default:inline-flex max-w-full by-default:shrink-0 items-center by-default:justify-center gap-2 by-default:rounded-xl by-default:text-center font-medium wrap-break-word transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-[1.125rem] [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-on-primary enabled:hover:bg-primary/90',
        secondary: 'border border-line bg-surface text-ink enabled:hover:bg-sunken',
        quiet: 'by-default:text-ink enabled:hover:bg-sunken',
        danger: 'bg-failed text-page enabled:hover:bg-failed/90',
        link: 'text-primary underline-offset-4 hover:underline',
      },
      size: {
        normal: 'min-h-11 by-default:px-side py-1 text-sm',
        large: 'min-h-12 px-[min(1.25rem,5vw)] py-1 text-base',
        icon: 'h-thumb by-default:w-thumb text-sm',
        inline: 'min-h-11 by-default:px-1 py-1 text-sm',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'normal' },
  },
);

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof look> & { asChild?: boolean };

/**
 * A button with at least 44 px height in every size, as a touch target. Long texts wrap. `asChild`: a child,
 * such as a link, gets the look.
 */
export function Button({ variant, size, asChild, className, type = 'button', ...props }: ButtonProps) {
  const Element = asChild ? Slot : 'button';
  return (
    <Element
      className={classNames(look({ variant, size }), className)}
      {...(!asChild && { type })}
      {...props}
    />
  );
}
