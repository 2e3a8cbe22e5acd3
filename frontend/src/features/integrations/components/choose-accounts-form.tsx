import { CHOICE_TEXT, type AccountChoices } from '@posthorn/contracts/integrations/choices.http';
import { useState, type SubmitEvent } from 'react';
import { messageOf } from '#lib/api-client.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AccountCheckbox } from '#ui/account-checkbox.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field-error.tsx';
import { Note } from '#ui/note.tsx';
import { useChooseAccounts } from '../api/choose-accounts.ts';
import { CHOOSE_TEXT } from '../messages/accounts.en.ts';

type Props = Readonly<{ choices: AccountChoices['choices']; onConnected: () => void }>;

/** Lets the user choose from the accounts of a consent. No account is preselected, because each counts towards the limit of the plan. */
export function ChooseAccountsForm({ choices, onConnected }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [missing, setMissing] = useState(false);
  const connect = useChooseAccounts(onConnected);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(chosen.size === 0);
    if (chosen.size === 0) return;
    connect.mutate({ ids: [...chosen] });
  };
  const toggle = (id: string, on: boolean) => {
    setMissing(false);
    setChosen((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id)));
  };
  return (
    <form className="space-y-4" noValidate onSubmit={submit} aria-label={CHOOSE_TEXT.form}>
      <fieldset className="space-y-2" aria-describedby={missing ? 'choose-error' : undefined}>
        <legend className="mb-2 text-sm font-medium">{CHOOSE_TEXT.legend}</legend>
        {choices.map(({ id, platform, accountName, displayName, connected }) => (
          <AccountCheckbox
            key={id}
            account={displayName ?? accountName}
            platform={platform}
            facts={[
              PLATFORM_NAMES[platform],
              ...(displayName && displayName !== accountName ? [accountName] : []),
              ...(connected ? [CHOOSE_TEXT.connected] : []),
            ].join(' · ')}
            checked={chosen.has(id)}
            onChange={({ currentTarget }) => {
              toggle(id, currentTarget.checked);
            }}
          />
        ))}
        <FieldError id="choose-error" message={missing ? CHOICE_TEXT.noneChosen : undefined} />
      </fieldset>
      {connect.error && <Note kind="error">{messageOf(connect.error, CHOICE_TEXT.gone)}</Note>}
      <Button type="submit" variant="primary" size="large" className="w-full" disabled={connect.isPending}>
        {connect.isPending ? CHOOSE_TEXT.connecting : CHOOSE_TEXT.connect}
      </Button>
    </form>
  );
}
