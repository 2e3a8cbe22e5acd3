import type { SourceView } from '@posthorn/contracts/inbox/comments.http';
import { Link } from '@tanstack/react-router';
import { SOURCE_TEXT } from '../messages/inbox.en.ts';

type MendLinkProps = Readonly<{ mend: NonNullable<SourceView['mend']>; accountName: string }>;

/** A link to the place where the user can repair an account. */
export const MendLink = ({ mend, accountName }: MendLinkProps) => (
  <Link
    to="/settings"
    className="-ml-1 flex min-h-11 w-fit items-center px-1 text-sm font-medium text-primary underline-offset-4 hover:underline"
  >
    {SOURCE_TEXT.mend[mend]}
    <span className="sr-only">: {accountName}</span>
  </Link>
);
