import { requestLink } from '@posthorn/contracts/identity/session.http';
import { BRAND, LANDING } from '@posthorn/contracts/shared/brand';
import Star from 'lucide-react/icons/star';
import { Button } from '#ui/button.tsx';
import { DEMO } from './addresses.ts';
import { LANDING_TEXT } from './messages.en.ts';

const { testimonials, closing, footer } = LANDING_TEXT;
const FOOTER_LINK = 'inline-flex min-h-11 min-w-11 items-center hover:text-ink';

export const Testimonials = () =>
  LANDING.testimonials.length > 0 && (
    <section className="border-t bg-surface">
      <div className="mx-auto max-w-6xl px-side py-16 lg:py-20">
        <h2 className="text-[min(8vw,1.875rem)] font-semibold tracking-tight text-balance">
          {testimonials.heading}
        </h2>
        <ul className="mt-8 grid grid-cols-1 gap-4 md:grid-cols-3">
          {LANDING.testimonials.map(({ words, name, trade }) => (
            <li key={name}>
              <figure className="flex h-full flex-col rounded-3xl border bg-page p-[min(1.5rem,5vw)]">
                <p role="img" aria-label={testimonials.stars} className="flex gap-1 text-attention">
                  {[1, 2, 3, 4, 5].map((star) => (
                    <Star key={star} aria-hidden className="size-4 fill-current" />
                  ))}
                </p>
                <blockquote className="mt-3 flex-1 leading-relaxed text-pretty">“{words}”</blockquote>
                <figcaption className="mt-4 text-sm text-muted">
                  <span className="font-medium text-ink">{name}</span>, {trade}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );

export const Closing = () => (
  <section className="mx-auto max-w-6xl px-side py-16 lg:py-20">
    <div className="rounded-[2rem] bg-primary px-[min(1.5rem,5vw)] py-12 text-center text-on-primary sm:py-16">
      <h2 className="mx-auto max-w-2xl text-[min(8vw,1.875rem)] font-semibold tracking-tight text-balance sm:text-4xl">
        {closing.heading}
      </h2>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Button asChild size="large">
          <a href={requestLink.path}>{closing.start}</a>
        </Button>
        <a
          href={DEMO}
          className="inline-flex min-h-12 items-center rounded-xl border border-on-primary/50 px-5 font-medium hover:bg-on-primary/10 focus-visible:outline-on-primary"
        >
          {closing.demo}
        </a>
      </div>
    </div>
  </section>
);

export const SiteFooter = () => (
  <footer className="border-t">
    <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-side py-6 text-sm text-muted">
      <p className="mr-auto py-2">
        {BRAND.name}. {BRAND.tagline}
      </p>
      <nav aria-label={footer.label} className="flex flex-wrap gap-x-6">
        <a href="/privacy" className={FOOTER_LINK}>
          {footer.privacy}
        </a>
        <a href="/terms" className={FOOTER_LINK}>
          {footer.terms}
        </a>
        <a href={`mailto:${BRAND.supportEmail}`} className={FOOTER_LINK}>
          {footer.support}
        </a>
      </nav>
    </div>
  </footer>
);
