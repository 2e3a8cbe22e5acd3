import * as Radix from 'radix-ui/tooltip';
import type { ReactNode } from 'react';

/** One around the app; the delays are Radix's own: 700 ms, 300 ms between neighbours. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider>{children}</Radix.Provider>;
}

/** A word for an icon. Never the only place of something a person needs to know. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-fade rounded-lg bg-ink px-3 py-1.5 text-xs text-page"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
