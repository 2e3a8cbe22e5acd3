import type { UserView } from '@posthorn/contracts/identity/session.http';
import { Card } from '#ui/card.tsx';
import { DataExport } from './data-export.tsx';

/** The card that exports the user's data. */
export const YourDataCard = ({ user, title }: { user: UserView; title: string }) => (
  <Card aria-labelledby="your-data">
    <h2 id="your-data" className="text-lg font-semibold">
      {title}
    </h2>
    <DataExport timezone={user.timezone} />
  </Card>
);
