import type { Platform } from '@posthorn/contracts/shared/platform';
import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { BackLink } from './back-link.tsx';

type SetupPageProps = Readonly<{
  platform: Platform;
  title: string;
  intro: ReactNode;
  back: string | null;
  children: ReactNode;
}>;

/** The layout of screens that connect an account with a form. */
export function SetupPage({ platform, title, intro, back, children }: SetupPageProps) {
  return (
    <div className="mx-auto max-w-xl space-y-5">
      <BackLink back={back} />
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
