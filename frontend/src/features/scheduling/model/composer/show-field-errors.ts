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

/** Shows each message of the server at its field. Returns false when a message belongs to no field of the form, or when there are none. */
export function showFieldErrors(error: unknown, setError: UseFormSetError<PostFields>): boolean {
  const messages = Object.entries(fieldsOf(error));
  messages.forEach(([name, message], index) => {
    const field = fieldOf(name);
    if (field) setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return messages.length > 0 && messages.every(([name]) => fieldOf(name));
}

/** Returns the id of the first account with a message from the server. */
export function accountIn(error: unknown): number | null {
  const id = Object.keys(fieldsOf(error))
    .map((name) => /^selectedAccountIds\.(\d+)/u.exec(name)?.[1])
    .find((found) => found !== undefined);
  return id === undefined ? null : Number(id);
}

/** Returns the form field of a request field. A message about one account appears at this account. */
function fieldOf(name: string) {
  const [field = name, id] = name.split('.');
  return field === 'selectedAccountIds' && id !== undefined
    ? (`targets.${targetKey(id)}` as const)
    : FIELD_OF_REQUEST[field];
}
