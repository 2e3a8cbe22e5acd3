import type { UserView } from '@posthorn/contracts/identity/session.http';
import { Card } from '#ui/card.tsx';
import { SETTINGS_TEXT } from '../settings.messages.en.ts';
import { DataExport } from './data-export.tsx';

/** What is kept of a person is theirs: the way to take it along. */
export const YourDataCard = ({ user }: { user: UserView }) => (
  <Card aria-labelledby="your-data">
    <h2 id="your-data" className="text-lg font-semibold">
      {SETTINGS_TEXT.yourData.heading}
    </h2>
    <DataExport timezone={user.timezone} />
  </Card>
);
