import { copyText } from '#lib/copy-text.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { LINK_PAGE_CARD as TEXT } from '../messages/card.en.ts';

/** Copies the URL of the page, for example for a profile on another network. */
export const CopyAddress = ({ address }: { address: string }) => (
  <Button
    onClick={() => {
      copyText(address).then(
        () => toast({ title: TEXT.copied, description: address }),
        () => toast({ title: TEXT.notCopied, description: address, variant: 'destructive' }),
      );
    }}
  >
    {TEXT.copy}
  </Button>
);
