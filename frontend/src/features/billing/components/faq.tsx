import { PROMISES } from '@posthorn/contracts/billing/promises';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';

export const Faq = () => (
  <section aria-labelledby="questions">
    <h2 id="questions" className="text-lg font-semibold">
      {SUBSCRIBE_TEXT.questions}
    </h2>
    <dl className="mt-3 divide-y rounded-2xl border bg-surface px-side shadow-card sm:px-5">
      {Object.values(PROMISES).map(({ question, answer }) => (
        <div key={question} className="py-4">
          <dt className="font-medium">{question}</dt>
          <dd className="mt-1 text-pretty wrap-break-word text-muted">{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
);
