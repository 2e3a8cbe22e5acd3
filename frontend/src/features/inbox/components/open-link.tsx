import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Button } from '#ui/button.tsx';
import { COMMENT_TEXT } from '../messages/inbox.en.ts';

type OpenLinkProps = Readonly<{ href: string; className?: string; children: ReactNode }>;

/** A link to a page of the platform, in a new tab. */
export const OpenLink = ({ href, className, children }: OpenLinkProps) => (
  <Button asChild variant="quiet" className={classNames('px-2.5', className)}>
    <a href={href} target="_blank" rel="noreferrer">
      <ExternalLink aria-hidden />
      {children} <span className="sr-only">{COMMENT_TEXT.newTab}</span>
    </a>
  </Button>
);
