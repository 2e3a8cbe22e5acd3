import type { UserView } from '@posthorn/contracts/identity/session.http';
import { Card } from '#ui/card.tsx';
import { YOUR_DATA_TEXT as TEXT } from '../your-data.messages.en.ts';
import { DataExport } from './data-export.tsx';

/** What is kept of a person is theirs: the way to take it along. */
export const YourDataCard = ({ user }: { user: UserView }) => (
  <Card id="your-data" aria-labelledby="your-data-heading">
    <h2 id="your-data-heading" className="text-lg font-semibold">
      {TEXT.heading}
    </h2>
    <DataExport timezone={user.timezone} />
  </Card>
);
