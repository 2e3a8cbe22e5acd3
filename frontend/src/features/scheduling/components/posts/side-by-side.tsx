import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

type SideBySideProps = Readonly<{
  isOn: boolean;
  beside?: ReactNode;
  className?: string;
  children: ReactNode;
}>;

/** The list, and the details beside it in a window with room for both (`ROOMY`). The main part of the page is wider then. */
export function SideBySide({ isOn, beside, className, children }: SideBySideProps) {
  return (
    <div
      // A list without details takes the room as well.
      {...(isOn ? { 'data-roomy': '' } : { 'data-sided': '' })}
      className={classNames(
        isOn &&
          'min-[90rem]:grid min-[90rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] min-[90rem]:items-start min-[90rem]:gap-8',
      )}
    >
      <div className={className}>{children}</div>
      {beside}
    </div>
  );
}
