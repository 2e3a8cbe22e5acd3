import { BRAND } from '@posthorn/contracts/shared/brand';
import { useLayoutEffect } from 'react';
import { classNames } from '#lib/class-names.ts';

type Props = Readonly<{
  children: string;
  /** What the window is called, where that differs from the heading. */
  title?: string;
  className?: string;
}>;

/** The one heading of a screen, by which its window is called too. The focus comes here with the screen. */
export function ScreenHeading({ children, title = children, className }: Props) {
  useLayoutEffect(() => {
    document.title = `${title} · ${BRAND.name}`;
  }, [title]);
  return (
    <h1 tabIndex={-1} className={classNames('text-2xl font-semibold tracking-tight outline-none', className)}>
      {children}
    </h1>
  );
}
