import { BRAND } from '@posthorn/contracts/shared/brand';
import { useLayoutEffect } from 'react';
import { classNames } from '#lib/class-names.ts';

type Props = Readonly<{
  children: string;
  /** The title of the window, if it differs from the heading. */
  title?: string;
  className?: string;
}>;

/** The heading of a screen. Also sets the title of the window. The app focuses the heading when the screen opens. */
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
