import * as Radix from 'radix-ui/switch';
import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';

/** A switch, which needs a label for its `id`. The space around the track belongs to the touch target. */
export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={classNames(
        'group flex h-11 w-14 shrink-0 items-center justify-center rounded-xl disabled:cursor-not-allowed disabled:opacity-55',
        className,
      )}
      {...props}
    >
      <span className="flex h-7 w-12 items-center rounded-full bg-edge p-0.5 transition-colors group-data-[state=checked]:bg-primary">
        <Radix.Thumb className="size-6 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-5" />
      </span>
    </Radix.Root>
  );
}
