import type { ReactNode } from 'react';
import { Closing, SiteFooter, Testimonials } from './closing.tsx';
import { Questions } from './questions.tsx';
import { DemoView } from './demo-view.tsx';
import { Features, Trust } from './features.tsx';
import { Hero, SiteHeader } from './hero.tsx';
import { Pricing } from './pricing.tsx';

/** For visitors: no script, and no request but for itself. The demo takes the place of the rest while the address names it. */
export const LandingPage = ({ price }: { price: ReactNode }) => (
  <>
    <DemoView />
    <div className="[#demo:target+&]:hidden">
      <SiteHeader />
      <main>
        <Hero />
        <Features />
        <Trust />
        <Pricing price={price} />
        <Testimonials />
        <Questions />
        <Closing />
      </main>
      <SiteFooter />
    </div>
  </>
);
