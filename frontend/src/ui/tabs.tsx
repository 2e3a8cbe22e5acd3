import * as Radix from 'radix-ui/tabs';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

type TabsProps = Readonly<{
  label: string;
  tabs: readonly Readonly<{ value: string; label: ReactNode; content: ReactNode }>[];
  className?: string;
  /** Keeps hidden tabs mounted, so that forms keep their input. */
  keep?: boolean;
}> &
  Pick<ComponentProps<typeof Radix.Root>, 'value' | 'onValueChange'>;

export function Tabs({ label, tabs, className, keep, ...control }: TabsProps) {
  return (
    <Radix.Root {...(tabs[0] && { defaultValue: tabs[0].value })} {...control} className={className}>
      <Radix.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto rounded-xl bg-sunken p-1 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={classNames(
              'flex h-11 flex-1 items-center justify-center gap-2 rounded-lg px-[min(0.75rem,1vw)] text-sm font-medium whitespace-nowrap text-muted',
              'data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-card dark:data-[state=active]:bg-line',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className="mt-3 data-[state=inactive]:hidden"
          {...(keep && { forceMount: true })}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
