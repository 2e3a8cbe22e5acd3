import {
  authorizeMastodon,
  connectBluesky,
  connectMastodon,
  type AuthorizeMastodonRequest,
  type ConnectBlueskyRequest,
  type ConnectMastodonRequest,
  type ConnectReply,
} from '@posthorn/contracts/integrations/accounts.http';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { accountsQuery } from './accounts.ts';
import { send } from '#lib/api-client.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { SETUP_TEXT } from '../messages/accounts.en.ts';

type Connect<Request> = Readonly<{
  platform: 'bluesky' | 'mastodon';
  send: (request: Request) => Promise<ConnectReply>;
  /** The message if the server gives no reason. */
  again: string;
}>;

const useConnect = <Request>({ platform, send: sendRequest, again }: Connect<Request>) =>
  useDeclaredMutation({
    send: sendRequest,
    onDone: (cache) => cache.invalidateQueries(accountsQuery),
    successToast: ({ already }) => {
      const name = PLATFORM_NAMES[platform];
      return {
        title: already ? CONNECT_TEXT.alreadyConnected : SETUP_TEXT.connected(name),
        description: already ? CONNECT_TEXT.renewed(name) : CONNECT_TEXT.connected(name),
        stays: true,
      };
    },
    failure: { title: SETUP_TEXT.failed, again },
  });

export const useConnectBluesky = () =>
  useConnect({
    platform: 'bluesky',
    send: (request: ConnectBlueskyRequest) => send(connectBluesky, request),
    again: CONNECT_TEXT.blueskyFailed,
  });

export const useConnectMastodon = () =>
  useConnect({
    platform: 'mastodon',
    send: (request: ConnectMastodonRequest) => send(connectMastodon, request),
    again: CONNECT_TEXT.mastodonFailed,
  });

/** Requests the URL of the consent page. Connects nothing yet. */
export const useAuthorizeMastodon = () =>
  useDeclaredMutation({ send: (request: AuthorizeMastodonRequest) => send(authorizeMastodon, request) });
