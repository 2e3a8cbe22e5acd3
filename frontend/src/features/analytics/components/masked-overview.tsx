import Check from 'lucide-react/icons/check';
import { Card } from '#ui/card.tsx';
import { UI_TEXT } from '#ui/messages.en.ts';
import { Button } from '#ui/button.tsx';
import Sparkles from 'lucide-react/icons/sparkles';
import { MASKED_TEXT, METRIC_NAMES } from '../messages/card.en.ts';
import { MASKED_SCREEN_TEXT as TEXT } from '../messages/screen.en.ts';

const SHOWN = ['likes', 'comments', 'shares', 'impressions'] as const;

/** Shows what Premium would offer, without numbers. Does not send a request. */
export const MaskedOverview = () => (
  <div className="space-y-4">
    <Card>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-4">
        {SHOWN.map((metric) => (
          <div key={metric} className="flex flex-col">
            <dt className="text-sm text-muted">{METRIC_NAMES[metric]}</dt>
            <dd className="order-first text-2xl tracking-widest text-muted">
              <span aria-hidden>{MASKED_TEXT.mask}</span>
              <span className="sr-only">{MASKED_TEXT.hidden}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
    <Card aria-labelledby="masked-title">
      <h2 id="masked-title" className="text-lg font-semibold">
        {TEXT.title}
      </h2>
      <p className="mt-1 text-sm text-muted">{TEXT.hint}</p>
      <ul className="mt-4 space-y-2 text-sm">
        {TEXT.points.map((point) => (
          <li key={point} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-posted" />
            {point}
          </li>
        ))}
      </ul>
      {/* A full page load, because the page has its own content security policy. */}
      <Button asChild variant="primary" className="mt-5">
        <a href="/subscribe">
          <Sparkles aria-hidden />
          {UI_TEXT.upgrade}
        </a>
      </Button>
    </Card>
  </div>
);
