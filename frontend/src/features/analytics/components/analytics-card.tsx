import { Link } from '@tanstack/react-router';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ANALYTICS_CARD as TEXT } from '../messages/entry.en.ts';

/** A card in Settings that links to the analytics. */
export const AnalyticsCard = () => (
  <Card aria-labelledby="analytics" className="flex flex-wrap items-center justify-between gap-3">
    <div>
      <h2 id="analytics" className="text-lg font-semibold">
        {TEXT.title}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{TEXT.hint}</p>
    </div>
    <Button asChild>
      <Link to="/analytics">{TEXT.open}</Link>
    </Button>
  </Card>
);
