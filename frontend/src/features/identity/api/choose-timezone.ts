import { setTimezone, TIMEZONE_TEXT } from '@posthorn/contracts/identity/timezone.http';
import { listPosts } from '@posthorn/contracts/scheduling/posts.http';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';
import { readable } from '../model/find-zones.ts';
import { currentUserQuery } from './current-user.ts';

/** Changes the time zone of the user. Also reloads the list of posts, which shows times in the new zone. */
export const useChooseTimezone = () =>
  useDeclaredMutation({
    send: (timezone: string) => send(setTimezone, { timezone }),
    onDone: (cache) =>
      Promise.all([
        cache.invalidateQueries(currentUserQuery),
        cache.invalidateQueries({ queryKey: [listPosts.path] }),
      ]),
    successToast: (_, zone) => ({
      title: TIMEZONE_TEXT.updated,
      description: SETTINGS_TEXT.zone.shownIn(readable(zone)),
    }),
    failure: { title: SETTINGS_TEXT.failed.title, again: TIMEZONE_TEXT.failed },
  });
