import { signOut } from '@posthorn/contracts/identity/session.http';
import { useQuery } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { appStateQuery } from '../api/app-state.ts';
import { forgetPerson } from '../model/forget-person.ts';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';
import type { SignInSearch } from '../model/sign-in-search.ts';
import { LinkedSignIns } from './linked-sign-ins.tsx';
import { Sessions } from './sessions.tsx';

type SignInCardProps = Readonly<{
  userId: string;
  /** May contain the reason why connecting a provider failed. */
  search: SignInSearch;
}>;

/** The user's sign-in methods and sessions, and the button to sign out. */
export function SignInCard({ userId, search }: SignInCardProps) {
  const { data: app } = useQuery(appStateQuery);
  const providers = app?.signInProviders ?? [];
  return (
    <Card aria-labelledby="sign-in">
      <h2 id="sign-in" className="text-lg font-semibold">
        {SETTINGS_TEXT.linked.heading}
      </h2>
      {providers.length > 0 && <LinkedSignIns providers={providers} search={search} />}
      <Sessions />
      <Button asChild className="mt-5 w-full sm:w-auto">
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
    </Card>
  );
}
