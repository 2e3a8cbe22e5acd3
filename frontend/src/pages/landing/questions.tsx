import { PROMISES } from '@posthorn/contracts/billing/promises';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { LANDING_TEXT } from './messages.en.ts';

/** What people ask before they pay, folded: the answers are those of the page for subscribing and of the terms. */
export const Questions = () => (
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
