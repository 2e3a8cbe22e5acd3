import Sparkles from 'lucide-react/icons/sparkles';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ScreenHeading } from '#ui/screen-heading.tsx';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';

const TEXT = SUBSCRIBE_TEXT.already;

export const AlreadyPremium = () => (
  <Card className="flex flex-col items-center py-10 text-center">
    <Sparkles aria-hidden className="size-8 text-primary" />
    <ScreenHeading className="mt-3">{TEXT.title}</ScreenHeading>
    <p className="mt-1 text-muted">{TEXT.hint}</p>
    <Button asChild variant="primary" size="large" className="mt-6">
      {/* A full page load, because this page has its own content security policy. */}
      <a href="/">{TEXT.go}</a>
    </Button>
    <a
      href="/settings?billing=back"
      className="mt-2 inline-flex min-h-11 items-center text-sm text-primary underline underline-offset-4"
    >
      {TEXT.manage}
    </a>
  </Card>
);
