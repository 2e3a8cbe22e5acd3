import type { Platform } from '@posthorn/contracts/shared/platform';
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { SETUP_TEXT } from '../messages.en.ts';

type SetupPageProps = Readonly<{ platform: Platform; title: string; intro: ReactNode; children: ReactNode }>;

/** Frame of the screens on which an account is connected by typing something in. */
export function SetupPage({ platform, title, intro, children }: SetupPageProps) {
  return (
    <div className="mx-auto max-w-xl space-y-5">
      <Button asChild variant="quiet" className="-ml-3">
        <Link to="/settings">
          <ArrowLeft aria-hidden />
          {SETUP_TEXT.back}
        </Link>
      </Button>
      <header className="flex flex-wrap items-start gap-4">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-2xl border bg-surface">
          <PlatformIcon platform={platform} className="size-6" />
        </span>
        <div className="min-w-0 flex-1 basis-48">
          <ScreenHeading>{title}</ScreenHeading>
          <div className="mt-1 text-sm text-muted">{intro}</div>
        </div>
      </header>
      <Card>{children}</Card>
    </div>
  );
}
