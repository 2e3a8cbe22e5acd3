import { BRAND } from '@posthorn/contracts/shared/brand';
import { useLayoutEffect } from 'react';
import { classNames } from '#lib/class-names.ts';

type Props = Readonly<{
  children: string;
  /** The window's title, if it differs from the heading. */
  title?: string;
  className?: string;
}>;

/** The heading of a screen, which also sets the window's title. The focus moves here when the screen opens. */
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
