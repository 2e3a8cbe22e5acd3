import * as Radix from 'radix-ui/tabs';
import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

type TabsProps = Readonly<{
  label: string;
  tabs: readonly Readonly<{ value: string; label: ReactNode; content: ReactNode }>[];
  className?: string;
  /** True: hidden tabs stay mounted, so that forms keep their input. */
  keep?: boolean;
}> &
  Pick<ComponentProps<typeof Radix.Root>, 'value' | 'onValueChange'>;

export function Tabs({ label, tabs, className, keep, ...control }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    showActiveTab(list.current);
  }, [control.value]);
  return (
    <Radix.Root {...(tabs[0] && { defaultValue: tabs[0].value })} {...control} className={className}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto rounded-xl bg-sunken p-1 [scrollbar-width:none]"
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

/** Scrolls the row of tabs sideways to the active tab, without scrolling the page. */
function showActiveTab(list: HTMLElement | null): void {
  const tab = list?.querySelector<HTMLElement>('[data-state=active]');
  if (!list || !tab) return;
  const room = list.clientWidth;
  const isInView =
    tab.offsetLeft >= list.scrollLeft && tab.offsetLeft + tab.offsetWidth <= list.scrollLeft + room;
  if (!isInView) list.scrollLeft = tab.offsetLeft - (room - tab.offsetWidth) / 2;
}
