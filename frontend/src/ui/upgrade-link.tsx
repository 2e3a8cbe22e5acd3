import Sparkles from 'lucide-react/icons/sparkles';
import type { ReactNode } from 'react';
import { UI_TEXT } from './messages.en.ts';

type Props = Readonly<{ children?: ReactNode }>;

/** Links to the subscription page, which has its own content security policy, so this is a full load. Has the size of the surrounding text. */
export const UpgradeLink = ({ children = UI_TEXT.upgrade }: Props) => (
  <a
    href="/subscribe"
    className="inline-flex min-h-11 items-center gap-1.5 font-medium text-primary underline underline-offset-4"
  >
    <Sparkles aria-hidden className="size-4 shrink-0" />
    {children}
  </a>
);
