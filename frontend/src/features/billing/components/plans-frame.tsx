import { BRAND } from '@posthorn/contracts/shared/brand';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Logo } from '#ui/logo.tsx';
import { Main } from '#ui/landmark.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';

type PlansFrameProps = Readonly<{ isSignedIn: boolean; inert?: boolean; children: ReactNode }>;

/** What surrounds the plans, in the app and on the page for visitors. */
export const PlansFrame = ({ isSignedIn, inert = false, children }: PlansFrameProps) => (
  <div inert={inert} className="mx-auto w-full max-w-4xl px-side pt-3 pb-16 sm:px-6">
    <Top isSignedIn={isSignedIn} />
    <Main id="content" className="mt-4 space-y-8">
      {children}
    </Main>
  </div>
);

export const PlansHeader = () => (
  <header>
    <ScreenHeading>{SUBSCRIBE_TEXT.title}</ScreenHeading>
    <p className="text-muted">{SUBSCRIBE_TEXT.hint}</p>
  </header>
);

/** The top of the page. Each link is a full page load, which drops the content security policy of this page and the scripts of Stripe. */
const Top = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <div className="flex flex-wrap items-center gap-x-3">
    <Button asChild variant="quiet" className="-ml-3">
      <a href={isSignedIn ? '/posts' : '/'}>
        <ArrowLeft aria-hidden />
        {isSignedIn ? SUBSCRIBE_TEXT.back : SUBSCRIBE_TEXT.home}
      </a>
    </Button>
    <p className="ml-auto flex items-center gap-2.5 font-semibold tracking-tight">
      <Logo className="size-8" />
      {BRAND.name}
    </p>
  </div>
);
