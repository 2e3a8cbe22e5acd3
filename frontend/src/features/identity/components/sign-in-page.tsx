import { BRAND } from '@posthorn/contracts/shared/brand';
import { requestLink } from '@posthorn/contracts/identity/session.http';
import Mail from 'lucide-react/icons/mail';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Main } from '#ui/landmark.tsx';
import { Logo } from '#ui/logo.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { LEGAL_TEXT } from '../messages/legal.en.ts';
import { SIGN_IN_PAGE_TEXT as TEXT } from '../messages/sign-in.en.ts';

/** Only links, so that it works without the app. The server sends it as HTML; the app renders it when a user comes from a screen. */
export const SignInPage = ({ problem, providers }: { problem: ReactNode; providers: ReactNode }) => (
  <Main className="mx-auto flex min-h-[80dvh] w-full max-w-md flex-col justify-center px-side py-10">
    <div className="mb-6 flex flex-col items-center text-center">
      <Logo className="size-14" />
      <ScreenHeading title={TEXT.title} className="mt-4">
        {TEXT.heading}
      </ScreenHeading>
      <p className="mt-1 text-muted">{BRAND.tagline}</p>
    </div>
    <Card>
      {problem}
      <Button asChild variant="primary" size="large" className="w-full">
        {/* A page of the server without scripts, so this is a full load. */}
        <a href={requestLink.path}>
          <Mail aria-hidden />
          {TEXT.withEmail}
        </a>
      </Button>
      {providers}
      <p className="mt-4 text-center text-sm text-muted">{TEXT.hint}</p>
    </Card>
    <p className="mt-5 text-center text-sm leading-7 text-muted">
      {TEXT.agree}{' '}
      <a href="/terms" className="text-primary underline underline-offset-4">
        {LEGAL_TEXT.terms}
      </a>{' '}
      {TEXT.and}{' '}
      <a href="/privacy" className="text-primary underline underline-offset-4">
        {LEGAL_TEXT.privacy}
      </a>
      .
    </p>
    <p className="text-center text-sm">
      {/* A full load instead of the router, because visitors get another page at this URL. */}
      <a href="/" className="inline-flex min-h-11 items-center text-primary underline underline-offset-4">
        {TEXT.home}
      </a>
    </p>
  </Main>
);
