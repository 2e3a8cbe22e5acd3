import Sparkles from 'lucide-react/icons/sparkles';
import type { ReactNode } from 'react';
import { UI_TEXT } from './messages.en.ts';

type Props = Readonly<{ children?: ReactNode }>;

/** A link to the subscription page. A full page load, because this page has its own content security policy. The text size is inherited. */
export const UpgradeLink = ({ children = UI_TEXT.upgrade }: Props) => (
  <a
    href="/subscribe"
    className="inline-flex min-h-11 items-center gap-1.5 font-medium text-primary underline underline-offset-4"
  >
    <Sparkles aria-hidden className="size-4 shrink-0" />
    {children}
  </a>
);
