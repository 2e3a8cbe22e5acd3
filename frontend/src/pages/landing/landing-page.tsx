import { PROMISES } from '@posthorn/contracts/billing/promises';
import type { ReactNode } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { Closing, SiteFooter, Testimonials } from './closing.tsx';
import { DemoView } from './demo-view.tsx';
import { Features, Trust } from './features.tsx';
import { Hero, SiteHeader } from './hero.tsx';
import { Pricing } from './pricing.tsx';
import { LANDING_TEXT } from './messages.en.ts';

/** Frequent questions before a purchase, collapsed. The subscription page and the terms use the same answers. */
const Questions = () => (
  <section className="mx-auto grid max-w-6xl grid-cols-1 gap-8 px-side pt-16 lg:grid-cols-[1fr_2fr] lg:pt-24">
    <h2 className="text-[min(8vw,1.875rem)] font-semibold tracking-tight text-balance">
      {LANDING_TEXT.questions}
    </h2>
    <div className="divide-y border-y">
      {Object.values(PROMISES).map(({ question, answer }) => (
        <details key={question} name="questions" className="group">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-2 font-medium">
            {question}
            <ChevronDown
              aria-hidden
              className="size-[20px] shrink-0 text-muted transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="pb-5 text-pretty text-muted">{answer}</p>
        </details>
      ))}
    </div>
  </section>
);

/** Hides an element while the demo is visible. With `contents`, the header sticks to the page, not to this element. */
const HIDDEN_IN_DEMO = 'contents group-has-[#demo:target]/page:hidden';

/** The page for visitors. It needs no script and no further request. The demo replaces the content while the URL has its hash. */
export const LandingPage = ({ price }: { price: ReactNode }) => (
  <div className="group/page">
    <div className={HIDDEN_IN_DEMO}>
      <SiteHeader />
    </div>
    <main>
      <DemoView />
      <div className="[#demo:target+&]:hidden">
        <Hero />
        <Features />
        <Trust />
        <Pricing price={price} />
        <Testimonials />
        <Questions />
        <Closing />
      </div>
    </main>
    <div className={HIDDEN_IN_DEMO}>
      <SiteFooter />
    </div>
  </div>
);
