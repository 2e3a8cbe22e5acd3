import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import Bookmark from 'lucide-react/icons/bookmark';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { isComposing } from '#lib/is-composing.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';
import {
  readAccountMemory,
  remember,
  withSet,
  type AccountSet,
} from '../../model/composer/account-memory.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { isUsable, type ChosenAccounts } from '../../hooks/composer/use-chosen-accounts.ts';

const TEXT = COMPOSER_TEXT.sets;

type AccountSetsProps = Readonly<{
  userId: string;
  list: readonly AccountView[];
  chosen: ChosenAccounts;
  /** Shows buttons that save and delete sets. */
  isEditable?: boolean;
}>;

/** Selects several accounts with one tap: all accounts, or a set that this browser stores. */
export function AccountSets({ userId, list, chosen, isEditable = false }: AccountSetsProps) {
  const [sets, setSets] = useState(() => readAccountMemory(userId).sets);
  const keep = (next: readonly AccountSet[]) => {
    remember(userId, { sets: next });
    setSets(next);
  };
  const usable = list.filter(isUsable).map(({ id }) => String(id));
  const areAllChosen = usable.length > 0 && usable.every((id) => chosen.ids.includes(id));
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Button
        size="normal"
        aria-pressed={areAllChosen}
        className="aria-pressed:border-primary aria-pressed:text-primary"
        onClick={() => {
          chosen.choose(areAllChosen ? [] : usable);
        }}
      >
        {COMPOSER_TEXT.accounts.all}
      </Button>
      {sets.map((set) => (
        <SetButton
          key={set.name}
          set={set}
          usable={usable}
          chosen={chosen}
          onDelete={
            isEditable
              ? () => {
                  keep(sets.filter(({ name }) => name !== set.name));
                }
              : null
          }
        />
      ))}
      {isEditable && chosen.ids.length > 0 && (
        <NewSet
          onKeep={(name) => {
            keep(withSet(sets, { name, accountIds: chosen.ids }));
          }}
        />
      )}
    </div>
  );
}

type SetButtonProps = Readonly<{
  set: AccountSet;
  usable: readonly string[];
  chosen: ChosenAccounts;
  onDelete: (() => void) | null;
}>;

function SetButton({ set, usable, chosen, onDelete }: SetButtonProps) {
  const ids = set.accountIds.filter((id) => usable.includes(id));
  const isOn =
    ids.length > 0 && ids.length === chosen.ids.length && ids.every((id) => chosen.ids.includes(id));
  return (
    <span className="flex max-w-full items-center">
      <Button
        aria-pressed={isOn}
        className="min-w-0 shrink aria-pressed:border-primary aria-pressed:text-primary"
        onClick={() => {
          chosen.choose(ids);
        }}
      >
        <span className="truncate">{set.name}</span>
      </Button>
      {onDelete && (
        <Button variant="quiet" size="icon" aria-label={TEXT.remove(set.name)} onClick={onDelete}>
          <X aria-hidden />
        </Button>
      )}
    </span>
  );
}

function NewSet({ onKeep }: { onKeep: (name: string) => void }) {
  const [name, setName] = useState<string | null>(null);
  if (name === null)
    return (
      <Button
        variant="link"
        size="inline"
        onClick={() => {
          setName('');
        }}
      >
        <Bookmark aria-hidden />
        {TEXT.save}
      </Button>
    );
  const keep = () => {
    if (name.trim() === '') return;
    onKeep(name.trim());
    setName(null);
  };
  return (
    <span className="flex min-w-0 basis-full flex-wrap items-center gap-1.5">
      <Input
        aria-label={TEXT.name}
        placeholder={TEXT.namePlaceholder}
        maxLength={30}
        value={name}
        className="flex-[1_1_9rem]"
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return;
          // Enter must not submit the form.
          event.preventDefault();
          keep();
        }}
      />
      <Button onClick={keep}>{TEXT.keep}</Button>
      <Button
        variant="quiet"
        onClick={() => {
          setName(null);
        }}
      >
        {TEXT.cancel}
      </Button>
    </span>
  );
}
