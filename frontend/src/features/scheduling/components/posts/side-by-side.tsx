import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

type SideBySideProps = Readonly<{
  /** True: the details are open next to the list. */
  isOn: boolean;
  beside?: ReactNode;
  className?: string;
  children: ReactNode;
}>;

/** The list, with the details next to it in a wide window (`WIDE_QUERY`). With the details, the content of the page is wider. */
export function SideBySide({ isOn, beside, className, children }: SideBySideProps) {
  return (
    <div
      // The list also uses the width when no details are open.
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
