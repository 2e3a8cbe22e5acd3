import { eachOptionalWord } from '@posthorn/contracts/scheduling/optional-words';
import type { UseFormSetError } from 'react-hook-form';
import { fieldsOf } from '#lib/api-client.ts';
import type { PostFields } from './post-fields.ts';
import { targetKey } from './target-fields.ts';

const FIELD_OF_REQUEST: Readonly<Record<string, keyof PostFields | 'root.mediaFiles'>> = {
  ...eachOptionalWord((name) => name),
  content: 'content',
  scheduledFor: 'localTime',
  timezone: 'localTime',
  localTime: 'localTime',
  selectedAccountIds: 'accountIds',
  targets: 'targets',
  mediaFiles: 'root.mediaFiles',
  aiRepliesEnabled: 'aiRepliesEnabled',
};

/** Shows the server's messages at their fields; false when some have no field. */
export function showFieldErrors(error: unknown, setError: UseFormSetError<PostFields>): boolean {
  const complaints = Object.entries(fieldsOf(error));
  complaints.forEach(([name, message], at) => {
    const field = fieldOf(name);
    if (field) setError(field, { type: 'server', message }, { shouldFocus: at === 0 });
  });
  return complaints.length > 0 && complaints.every(([name]) => fieldOf(name));
}

/** The first account with a message of its own from the server. */
export function accountIn(error: unknown): number | null {
  const id = Object.keys(fieldsOf(error))
    .map((name) => /^selectedAccountIds\.(\d+)/u.exec(name)?.[1])
    .find((found) => found !== undefined);
  return id === undefined ? null : Number(id);
}

/** The server's message about one account is shown at that account, also for an edited post. */
function fieldOf(name: string) {
  const [field = name, id] = name.split('.');
  return field === 'selectedAccountIds' && id !== undefined
    ? (`targets.${targetKey(id)}` as const)
    : FIELD_OF_REQUEST[field];
}
