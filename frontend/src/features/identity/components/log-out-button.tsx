import { signOut } from '@posthorn/contracts/identity/session.http';
import LogOut from 'lucide-react/icons/log-out';
import { Button } from '#ui/button.tsx';
import { forgetPerson } from '../model/forget-person.ts';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';

/** Signs out, and deletes the user's data from this browser. */
export const LogOutButton = ({ userId }: { userId: string }) => (
  <Button asChild>
    <a
      href={signOut.path}
      onClick={() => {
        forgetPerson(userId);
      }}
    >
      <LogOut aria-hidden />
      {SETTINGS_TEXT.sessions.logOut}
    </a>
  </Button>
);
