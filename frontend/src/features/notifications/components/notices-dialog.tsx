import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import { goToSection } from '#lib/go-to-section.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { focusAfterDialog } from '#ui/focus-return.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { useReadNotices } from '../api/read-notices.ts';
import { noticesQuery } from '../api/notices.ts';
import { BELL_TEXT } from '../messages/bell.en.ts';
import { NOTICES_TEXT as TEXT } from '../messages/notices.en.ts';
import { NoticeLink } from './notice-link.tsx';

type Props = Readonly<{ zone: string; onClose: () => void }>;

/** Shows the newest notices of the user. */
export function NoticesDialog({ zone, onClose }: Props) {
  const { data, isError, refetch } = useQuery(noticesQuery);
  const { mutate: read } = useReadNotices();
  const newest = data?.notices[0];
  return (
    <Dialog open onOpenChange={onClose} title={BELL_TEXT.title} description={TEXT.hint(data?.unread ?? 0)}>
      <DialogBody>
        {isError && !data && (
          <p role="alert" className="py-3 text-sm">
            {TEXT.failed}{' '}
            <Button variant="link" size="inline" onClick={() => void refetch()}>
              {TEXT.again}
            </Button>
          </p>
        )}
        {!data && !isError && <Skeleton className="my-3 h-40" />}
        {data && !newest && (
          <EmptyState icon={Bell} title={TEXT.none}>
            <p>{TEXT.noneHint}</p>
          </EmptyState>
        )}
        <ul className="divide-y empty:hidden" aria-label={BELL_TEXT.title}>
          {data?.notices.map((notice) => (
            <li key={notice.id}>
              <NoticeLink
                notice={notice}
                isFirst={notice === newest}
                zone={zone}
                onFollowed={() => {
                  if (!notice.read) read({ id: notice.id });
                  onClose();
                }}
              />
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button variant="link" size="inline" className="mr-auto" asChild>
          <Link
            data-autofocus
            to="/settings"
            hash="notifications"
            onClick={() => {
              // On another screen, the section does not exist yet. It takes the focus by itself when it is rendered.
              focusAfterDialog(() => {
                goToSection('notifications');
              });
              onClose();
            }}
          >
            {TEXT.choose}
          </Link>
        </Button>
        {newest && (
          <Button
            disabled={data.unread === 0}
            onClick={() => {
              read({ until: newest.at });
            }}
          >
            {TEXT.readAll}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
