import { requestLink } from '@posthorn/contracts/identity/session.http';
import { BRAND, LANDING } from '@posthorn/contracts/shared/brand';
import { platforms } from '@posthorn/contracts/shared/platform';
import Play from 'lucide-react/icons/play';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Button } from '#ui/button.tsx';
import { Logo } from '#ui/logo.tsx';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { DEMO } from './addresses.ts';
import { LANDING_TEXT } from './messages.en.ts';
import { CommentPicture, PostsPicture } from './product-picture.tsx';

const { nav, hero } = LANDING_TEXT;
const ANCHOR =
  'inline-flex min-h-11 items-center rounded-xl px-3 text-sm font-medium whitespace-nowrap text-muted hover:text-ink max-sm:min-w-11 max-sm:justify-center max-sm:px-2 max-[24rem]:px-1';

export const SiteHeader = () => (
  <header className="sticky top-0 z-10 border-b bg-page">
    <nav
      aria-label={nav.label}
      className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center gap-1 px-side py-1 max-[24rem]:gap-0"
    >
      <a
        href="/"
        className="mr-auto flex min-h-11 min-w-11 items-center gap-2.5 font-semibold tracking-tight whitespace-nowrap"
      >
        <Logo className="size-8" />
        {/* Hidden on a phone, because the links need the space. */}
        <span className="max-[31rem]:sr-only">{BRAND.name}</span>
      </a>
      <a href="#features" className={ANCHOR}>
        {nav.features}
      </a>
      <a href="#pricing" className={ANCHOR}>
        {nav.pricing}
      </a>
      <a href="/login" className={ANCHOR}>
        {nav.signIn}
      </a>
      <Button asChild variant="primary" className="max-[24rem]:px-2.5 sm:ml-1">
        <a href="/login">{nav.start}</a>
      </Button>
    </nav>
  </header>
);

export const Hero = () => (
  <section className="overflow-x-clip">
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-12 px-side pt-12 pb-16 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] lg:items-center lg:gap-14 lg:pt-20 lg:pb-24">
      <div>
        <h1 className="text-[min(10vw,3.75rem)] leading-[1.04] font-semibold tracking-[-0.035em] text-balance">
          {hero.heading}
        </h1>
        <p className="mt-5 max-w-xl text-[min(1.125rem,6.5vw)] leading-relaxed text-pretty text-muted">
          {hero.hint}
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <Button asChild variant="primary" size="large" className="max-[24rem]:w-full">
            {/* A full page load of a page without scripts. */}
            <a href={requestLink.path}>{hero.start}</a>
          </Button>
          <Button asChild size="large" className="max-[24rem]:w-full">
            <a href={DEMO}>
              <Play aria-hidden />
              {hero.demo}
            </a>
          </Button>
        </div>
        <p className="mt-3 text-sm text-muted">{hero.noCard}</p>
        <Claims />
      </div>
      <div className="relative">
        <div
          aria-hidden
          className="absolute -inset-x-16 -inset-y-24 bg-radial from-primary/15 to-transparent to-70%"
        />
        <PostsPicture
          label={hero.picture}
          className="relative rounded-3xl border bg-page p-[min(0.75rem,3vw)] shadow-float sm:p-4"
        />
        <CommentPicture
          label={hero.commentPicture}
          className="relative -mt-3 ml-[8%] rounded-2xl shadow-float lg:-ml-10 lg:mr-[16%]"
        />
      </div>
    </div>
    <PublishesOn />
  </section>
);

const Claims = () =>
  LANDING.claims.length > 0 && (
    <dl className="mt-9 flex flex-wrap gap-x-9 gap-y-4">
      {LANDING.claims.map(({ figure, of }) => (
        <div key={of} className="flex flex-col-reverse">
          <dt className="text-sm text-muted">{of}</dt>
          <dd className="text-2xl font-semibold tracking-tight tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );

/** Lists the platforms without Substack, which has no API for publishing. */
const PublishesOn = () => (
  <div className="border-y bg-surface">
    <div className="mx-auto max-w-6xl px-side py-6">
      <h2 className="text-sm text-muted">{hero.platforms}</h2>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-2.5 lg:justify-between lg:gap-x-3">
        {platforms
          .filter((platform) => platform !== 'substack')
          .map((platform) => (
            <li key={platform} className="flex items-center gap-2 text-sm font-medium lg:gap-1.5">
              <PlatformBadge platform={platform} className="size-5" />
              {PLATFORM_NAMES[platform]}
            </li>
          ))}
      </ul>
    </div>
  </div>
);
