import type { UseFormSetError } from 'react-hook-form';
import { fieldsOf } from '#lib/api-client.ts';
import type { PostFields } from './post-fields.ts';

const FIELD_OF_REQUEST: Readonly<Record<string, keyof PostFields | 'root.mediaFiles'>> = {
  title: 'title',
  content: 'content',
  hashtags: 'hashtags',
  scheduledFor: 'localTime',
  timezone: 'localTime',
  localTime: 'localTime',
  selectedAccountIds: 'accountIds',
  targets: 'targets',
  mediaFiles: 'root.mediaFiles',
  aiRepliesEnabled: 'aiRepliesEnabled',
};

/** Puts the server's words where they belong; false when some belong nowhere. */
export function showFieldErrors(error: unknown, setError: UseFormSetError<PostFields>): boolean {
  const complaints = Object.entries(fieldsOf(error));
  complaints.forEach(([name, message], at) => {
    const field = FIELD_OF_REQUEST[name.split('.')[0] ?? name];
    if (field) setError(field, { type: 'server', message }, { shouldFocus: at === 0 });
  });
  return complaints.length > 0 && complaints.every(([name]) => FIELD_OF_REQUEST[name.split('.')[0] ?? name]);
}
