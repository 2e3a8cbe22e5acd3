import type { SourceView } from '@posthorn/contracts/inbox/comments.http';
import { withReturnPath } from '@posthorn/contracts/integrations/consent';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { useHere } from '#lib/here.ts';
import { MEND_TEXT } from '../messages/later.en.ts';

type MendLinkProps = Readonly<{
  mend: NonNullable<SourceView['mend']>;
  accountId: number;
  accountName: string;
}>;

const LOOK =
  '-ml-1 flex min-h-11 w-fit items-center px-1 text-sm font-medium text-primary underline-offset-4 hover:underline';

/** Links to the consent page or form of the platform, which leads back to this screen. Links to Settings while the URL is unknown, or
 * if there is none.
 */
export function MendLink({ mend, accountId, accountName }: MendLinkProps) {
  const { data: accounts } = useQuery(accountsQuery);
  const here = useHere();
  const account = accounts?.find(({ id }) => id === accountId);
  const path = mend === 'reconnect' ? account?.connectPath : account?.commentsPath;
  const accountSuffix = <span className="sr-only">: {accountName}</span>;
  return path ? (
    <a href={withReturnPath(path, here)} className={LOOK}>
      {MEND_TEXT.there[mend]}
      {accountSuffix}
    </a>
  ) : (
    <Link to="/settings" className={LOOK}>
      {MEND_TEXT.inSettings[mend]}
      {accountSuffix}
    </Link>
  );
}
