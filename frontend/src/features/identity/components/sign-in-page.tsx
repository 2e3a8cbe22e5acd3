import { BRAND } from '@posthorn/contracts/shared/brand';
import { redeemCode, requestLink } from '@posthorn/contracts/identity/session.http';
import Mail from 'lucide-react/icons/mail';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Input } from '#ui/input.tsx';
import { Main } from '#ui/landmark.tsx';
import { Logo } from '#ui/logo.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { LEGAL_TEXT } from '../messages/legal.en.ts';
import { SIGN_IN_PAGE_TEXT as TEXT } from '../messages/sign-in.en.ts';

const LINK = 'inline-flex min-h-11 items-center text-primary underline underline-offset-4';

/**
 * Contains only links and a form, so that the page works without the app. The server sends it as HTML;
 * inside the app, the app renders it. Not centred in the window, because a slow phone paints the page before
 * its end has arrived, and the rest would move the form.
 */
export const SignInPage = ({ problem, providers }: { problem: ReactNode; providers: ReactNode }) => (
  <Main className="mx-auto w-full max-w-md px-side pt-[max(2.5rem,10dvh)] pb-10">
    <div className="mb-6 flex flex-col items-center text-center">
      <Logo className="size-14" />
      <ScreenHeading title={TEXT.title} className="mt-4">
        {TEXT.heading}
      </ScreenHeading>
      <p className="mt-1 text-muted">{BRAND.tagline}</p>
    </div>
    <Card>
      {problem}
      {/* A full page load. The server responds with a page without scripts, which asks again if the e-mail address is empty or wrong. */}
      <form method="post" action={requestLink.path} className="space-y-3">
        {/* Does not use `Field`, because nothing else on this screen needs its chunk. */}
        <label className="block space-y-1.5 text-sm font-medium">
          <span className="block">{TEXT.email}</span>
          <Input name="email" type="email" autoComplete="email" maxLength={254} />
        </label>
        <Button type="submit" variant="primary" size="large" className="w-full">
          <Mail aria-hidden />
          {TEXT.withEmail}
        </Button>
      </form>
      {providers}
      <p className="mt-4 text-center text-sm text-muted">{TEXT.hint}</p>
      <p className="text-center text-sm">
        <a href={redeemCode.path} className={LINK}>
          {TEXT.haveCode}
        </a>
      </p>
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
      {/* A full page load instead of the router, because visitors get another page at this URL. */}
      <a href="/" className={LINK}>
        {TEXT.home}
      </a>
    </p>
  </Main>
);
