import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';

/** One item with a check mark in a list of statements. */
export const Point = ({ children }: { children: ReactNode }) => (
  <li className="flex gap-[12px]">
    <Check aria-hidden className="mt-0.5 size-[20px] shrink-0 text-posted" />
    {children}
  </li>
);
