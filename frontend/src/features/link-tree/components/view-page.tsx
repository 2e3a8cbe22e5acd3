import ExternalLink from 'lucide-react/icons/external-link';
import { Button } from '#ui/button.tsx';
import { LINK_PAGE_CARD } from '../messages/card.en.ts';

/** A link to the public page, outside the app. */
export const ViewPage = ({ address }: { address: string }) => (
  <Button asChild>
    <a href={address} target="_blank" rel="noopener">
      <ExternalLink aria-hidden />
      {LINK_PAGE_CARD.view}
    </a>
  </Button>
);
