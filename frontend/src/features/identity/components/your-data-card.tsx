import type { UserView } from '@posthorn/contracts/identity/session.http';
import { Card } from '#ui/card.tsx';
import { DataExport } from './data-export.tsx';

/** What is kept of a person is theirs: the way to take it along. */
export const YourDataCard = ({ user, title }: { user: UserView; title: string }) => (
  <Card aria-labelledby="your-data">
    <h2 id="your-data" className="text-lg font-semibold">
      {title}
    </h2>
    <DataExport timezone={user.timezone} />
  </Card>
);
