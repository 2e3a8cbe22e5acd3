import Check from 'lucide-react/icons/check';
import { useEffect, useState, type ComponentProps } from 'react';
import { copyText } from '#lib/copy-text.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { COPY_TEXT as TEXT } from '../messages/tokens.en.ts';

const COPIED_MS = 2_000;

type CopyButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> &
  Readonly<{
    text: string;
    /** The name of the copied text, for screen readers. */
    of: string;
    onFailed?: () => void;
  }>;

/** A button that copies a text, and then shows "copied" for two seconds. */
export function CopyButton({ text, of, onFailed, ...props }: CopyButtonProps) {
  // The number of copies. Each copy starts the two seconds again.
  const [copies, setCopies] = useState(0);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (copies === 0) return undefined;
    const timer = setTimeout(() => {
      setCopied(false);
    }, COPIED_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [copies]);
  const done = () => {
    setCopied(true);
    setCopies(copies + 1);
  };
  const failed = () => {
    onFailed?.();
    toast({ title: TEXT.notCopied, description: TEXT.notCopiedHint, variant: 'destructive' });
  };
  return (
    <>
      <Button onClick={() => void copyText(text).then(done, failed)} {...props}>
        {isCopied && <Check aria-hidden />}
        {isCopied ? TEXT.copied : TEXT.copy} <span className="sr-only">{of}</span>
      </Button>
      <span role="status" className="sr-only">
        {isCopied && TEXT.copied}
      </span>
    </>
  );
}
