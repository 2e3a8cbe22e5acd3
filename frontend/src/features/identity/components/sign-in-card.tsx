import { useQuery } from '@tanstack/react-query';
import { Card } from '#ui/card.tsx';
import { appStateQuery } from '../api/app-state.ts';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';
import type { SignInSearch } from '../model/sign-in-search.ts';
import { LinkedSignIns } from './linked-sign-ins.tsx';
import { Sessions } from './sessions.tsx';

type SignInCardProps = Readonly<{
  /** May contain the reason why connecting a provider failed. */
  search: SignInSearch;
}>;

/** The user's sign-in methods and sessions. */
export function SignInCard({ search }: SignInCardProps) {
  const { data: app } = useQuery(appStateQuery);
  const providers = app?.signInProviders ?? [];
  return (
    <Card aria-labelledby="sign-in">
      <h2 id="sign-in" className="text-lg font-semibold">
        {SETTINGS_TEXT.linked.heading}
      </h2>
      {providers.length > 0 && <LinkedSignIns providers={providers} search={search} />}
      <Sessions />
    </Card>
  );
}
