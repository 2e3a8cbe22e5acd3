import { BRAND } from '@posthorn/contracts/shared/brand';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { LEGAL_TEXT, type LegalText } from './messages.en.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

type LegalPageProps = Readonly<{
  text: LegalText;
  /** The other legal page, for the link at the bottom. */
  other: 'terms' | 'privacy';
  /** Returns a placeholder, which the server replaces with content. */
  place: (name: string) => ReactNode;
}>;

/** A page of text and links, without scripts. */
export const LegalPage = ({ text, other, place }: LegalPageProps) => (
  <main className="mx-auto w-full max-w-2xl px-side pt-5 pb-16 sm:px-6">
    <Button asChild variant="quiet" className="-ml-3">
      <a href="/">
        <ArrowLeft aria-hidden />
        {LEGAL_TEXT.back}
      </a>
    </Button>
    <h1 className="mt-4 text-2xl font-semibold tracking-tight">{text.title}</h1>
    <p className="mt-1 text-muted">{text.summary}</p>
    <p className="mt-1 text-sm text-muted">{LEGAL_TEXT.updated(day.format(new Date(BRAND.legalUpdated)))}</p>
    {text.sections.map(({ heading, points, place: name }) => (
      <section key={heading} className="mt-6">
        <h2 className="text-lg font-semibold">{heading}</h2>
        <ul className="mt-2 list-disc space-y-2 pl-5 marker:text-muted">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
          {name !== undefined && place(name)}
        </ul>
      </section>
    ))}
    <p className="mt-8 border-t pt-4">
      <a
        href={`/${other}`}
        className="inline-flex min-h-11 items-center text-primary underline underline-offset-4"
      >
        {LEGAL_TEXT.otherPage[other]}
      </a>
    </p>
  </main>
);
