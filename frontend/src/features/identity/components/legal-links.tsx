import { LEGAL_TEXT as TEXT } from '../messages/legal.en.ts';

/** Links to the pages that a user agrees to by signing in. */
export const LegalLinks = () => (
  <p className="flex flex-wrap gap-x-5 text-sm">
    <LegalLink href="/terms">{TEXT.terms}</LegalLink>
    <LegalLink href="/privacy">{TEXT.privacy}</LegalLink>
  </p>
);

/** A link with a full page load, because the page is outside the app. */
const LegalLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className="inline-flex min-h-11 items-center text-primary underline underline-offset-4">
    {children}
  </a>
);
